import type { HostFaultCode } from '../../../shared/returns/host-faults.ts';
import type { SaidCode } from '../../../shared/returns/said.ts';

/** Why a language cannot run here. */
export const hostTexts: Record<HostFaultCode, string> = {
  'host-unprepared': '{name} 无法准备：“{why}”',
  'host-no-engine':
    'Python 要由 Deno 或 Node 隔离；请在 Lathe 的文件夹运行 "npm install"，即可安装 Deno',
  'host-no-image': 'Python 无法准备：“{why}”',
  'host-python-refused': 'Python 没有通过隔离检查：“{why}”',
  'host-no-deno':
    'TypeScript 模块要由 Deno 隔离；请在 Lathe 的文件夹运行 "npm install"，即可安装 Deno',
  'host-no-kit': 'TypeScript 模块需要 "npm run build" 在“{folder}”中生成的文件',
  'host-modules-refused': 'TypeScript 模块没有通过隔离检查：“{why}”',
  'host-no-powershell':
    '这里没有 PowerShell；请从 "https://aka.ms/powershell" 安装，让 "pwsh" 位于 PATH 中',
  'host-powershell-unasked':
    '这里没有 PowerShell；"npm start" 会用 dotnet 获取它，也可以从 "https://aka.ms/powershell" 安装，让 "pwsh" 位于 PATH 中',
  'host-powershell-unfetched':
    '这里没有 PowerShell，"dotnet tool install PowerShell" 也没有获取成功（“{why}”）；请从 "https://aka.ms/powershell" 安装，让 "pwsh" 位于 PATH 中',
  'host-powershell-awaited': '正在用 dotnet 获取 PowerShell，只需这一次；请一分钟后重试',
  'host-powershell-broken': '“{command}”在这里无法运行；请重新安装 PowerShell 7.2 或更高版本',
  'host-program-broken': '“{command}”在这里无法运行；请安装“{needs}”，或说明它的位置',
  'host-broken': '准备时出错：“{why}”',
  'host-preparing': '正在准备；首次运行会等到准备完成',
  'host-none': '这个运行器没有“{host}”的运行环境',
  'host-no-wheels': '缺少此工具的一个包：这里没有“{name}”，也没有设置 wheel 文件夹',
  'host-wheel-compiled':
    '缺少此工具的一个包：“{file}”含有编译过的代码，隔离的 Python 无法加载；需要以“-none-any.whl”结尾的 wheel',
  'host-wheel-absent':
    '缺少此工具的一个包：“{folder}”中没有“{name}”；运行“pip download --no-deps --only-binary :all: --dest {folder} {name}”即可放入',
};

/** What a run says beside its result, and what is being done before it. */
export const saidTexts: Record<SaidCode, string> = {
  'said-unboxed': '这里没有 Bubblewrap，因此脚本以运行器自身的权限运行',
  'said-limit-cut': '{asked} 毫秒的时间限制已缩短为允许的上限 {most} 毫秒',
  'said-abort-ignored': '“{tool}”没有理会中止信号，因此结束了它的模块；下次调用时会重新启动',
  'said-history-cut': '历史保留每份输出的前 {most} 个字符',
  'said-no-terminal':
    'ui.custom 在终端中绘制，而这里没有终端：它立即返回“undefined”。请用 ui.select、ui.confirm、ui.input 或 ui.editor 提问',
  'said-formatter-of': '“{name}”的格式化函数失败，因此显示原始结果：{why}',
  'said-formatter': '格式化函数“{name}”失败，因此显示原始结果：{why}',
  'said-ended-early':
    '它在最后一行之前结束，原因是“exit”，或循环之外的“break”或“continue”；此前的输出已保留',
  'said-deep': '返回值的嵌套超过 {most} 层；更深的内容以文本给出',
  'said-result-not-kept': '会话没有保留这个结果，因为它超过 {most} MB；请返回更小的“details”',
  'said-steps-left-out':
    '这次运行的后续步骤没有记录：最多保留 {count} 个步骤、共 {most} MB 文本；请减少步骤或缩短内容',
  'said-too-much-memory': '脚本的各个进程合计占用超过 {most} MiB 内存',
  'said-too-many-processes': '脚本同时运行的进程超过 {most} 个',
  'said-no-box': '无法建立沙箱（“{why}”）',
  'said-host-broke': '“{name}”的运行环境出错：“{why}”',
  'said-no-folder': '不知道它的文件夹',
  'said-runner-away': '运行器没有响应',
  'step-starting': '正在启动 Python',
  'step-library': '正在编译标准库',
  'step-modules': '正在加载常用模块',
  'step-image': '正在写入镜像',
  'step-written': '镜像已写入',
};
