import type {
  callReasons,
  pathReasons,
  placeReasons,
  refusalReasons,
} from '../../../../shared/registry/approval/reasons.ts';

export const callTexts: Record<keyof typeof callReasons, string> = {
  'plan-mode': '计划模式已启用，而“{tool}”不是只读工具',
  'your-policy-this-session': '你为本次会话设定的策略是“{policy}”',
  'your-policy-this-tool': '你为此工具设定的策略是“{policy}”',
  'your-policy-group': '你为“{group}”组设定的策略是“{policy}”',
  'tools-policy': '工具自己的策略是“{policy}”',
  'your-policy-this-session-results': '你为本次会话的结果设定的策略是“{policy}”',
  'your-policy-this-tool-results': '你为此工具的结果设定的策略是“{policy}”',
  'your-policy-group-results': '你为“{group}”组的结果设定的策略是“{policy}”',
  'tools-policy-results': '工具自己对结果的策略是“{policy}”',
  'unboxed-script': '这里没有 Bubblewrap，脚本可能越出工作区，因此每段脚本都要询问',
  'unboxed-command': '这里没有 Bubblewrap，命令可能越出工作区，因此每条命令都要询问',
  'unboxed-search': '这里没有 Bubblewrap，搜索可能越出工作区，因此每次搜索都要询问',
  'nobody-judges': '这里无法检查命令',
  'tool-may-change': '“{tool}”可能修改文件或运行程序',
  'tool-changes-file': '它会修改文件',
  'tool-writes-file': '它会写入文件',
};

export const refusalTexts: Record<keyof typeof refusalReasons, string> = {
  'rejected-by-user': '你拒绝了这次调用',
  'result-rejected-by-user': '你拒绝把结果发给模型',
  'refused-before': '你以前拒绝过这次调用，并且不止这一次',
  'refused-rule-before': '你以前拒绝过“{rule}”，并且不止这一次',
  'mcp-redeclared': '请求审批之后，服务器修改了这个工具的声明：请重新调用，并检查变化',
  'nobody-asked': '它需要审批，而这里无法询问任何人。请不用它继续，或说明你需要什么',
  'nobody-there': '没有人可以批准：请打开 Lathe 的页面，并在页面打开时再次运行',
  'no-answer-in-time': '{time} 分钟内没有人回答，视为拒绝',
};

export const placeTexts: Record<keyof typeof placeReasons, string> = {
  'page-cannot-ask': '它需要批准，而页面本身无法请求批准：请在运行器中运行',
};

export const pathTexts: Record<keyof typeof pathReasons, string> = {
  'path-holds-nul': '路径含有 NUL 字符，任何路径都不能含有它',
  'path-too-long': '路径有 {length} 个字符，而系统只接受少于 {most} 个字节的路径',
  'name-too-long': '名称“{name}…”超过文件名的上限 {most} 个字节',
  'path-leads-nowhere': '“{path}”不通向任何地方：链接形成了环，或无法到达',
  'path-is-closed': '“{path}”在“{folder}”中，任何工具都不能打开它',
  'commands-stay-inside': '“{path}”在工作区之外，命令不在那里运行',
  'scripts-stay-inside':
    '“{path}”在工作区之外，脚本不在那里启动；请给出工作区里的文件夹，或在设置中允许它',
  'no-such-folder':
    '没有文件夹“{path}”，脚本无法在其中启动；请给出工作区里的文件夹，或在设置中允许它',
};
