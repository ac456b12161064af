import type { callReasons } from '../../../../shared/registry/reasons.ts';

export const callTexts: Record<keyof typeof callReasons, string> = {
  'plan-mode': '计划模式已开启，而“{tool}”不是只读工具',
  'your-policy-this-session': '您为本次会话设定的策略是“{policy}”',
  'your-policy-this-tool': '您为此工具设定的策略是“{policy}”',
  'your-policy-group': '您为“{group}”组设定的策略是“{policy}”',
  'tools-policy': '工具自己的策略是“{policy}”',
  'your-policy-this-session-results': '您为本次会话的结果设定的策略是“{policy}”',
  'your-policy-this-tool-results': '您为此工具的结果设定的策略是“{policy}”',
  'your-policy-group-results': '您为“{group}”组的结果设定的策略是“{policy}”',
  'tools-policy-results': '工具自己对结果的策略是“{policy}”',
  'unboxed-script': '这里没有 Bubblewrap，脚本可能越出工作区，因此每段脚本都要询问',
  'unboxed-command': '这里没有 Bubblewrap，命令可能越出工作区，因此每条命令都要询问',
  'unboxed-search': '这里没有 Bubblewrap，搜索可能越出工作区，因此每次搜索都要询问',
  'nobody-judges': '这里无法判定命令',
  'tool-may-change': '“{tool}”可能修改文件或运行程序',
  'tool-changes-file': '它会修改文件',
  'tool-writes-file': '它会写入文件',
};
