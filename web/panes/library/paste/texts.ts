import { textsOf } from '../../../i18n/lazy-texts.svelte.ts';
import type { Message } from '../../../i18n/message.ts';

const en = {
  title: 'Paste to import',
  label: 'What to import',
  hint: 'Arguments or a tool as JSON, a Python function, or a curl line',
  import: 'Import',
  fill: 'Fill in the arguments',
  tool: 'Adds the tool "{names}", off until you turn it on. Only a declaration was pasted: add code before you run it.',
  tools:
    'Adds the tool folder "{id}" with {count} tools, off until you turn it on: {names}. Only declarations were pasted: add code before you run them.',
  python: {
    one: 'A Python module "{id}" with the function {names}. It is off until you turn it on.',
    other:
      'A Python module "{id}" with {count} functions: {names}. It is off until you turn it on.',
  },
  curl: 'A Bash tool "{id}" whose script is this line, without parameters. It is off until you turn it on.',
  arguments: 'Arguments for {tool}: {names}',
  'arguments.none': 'No arguments for {tool}',
  unknown: 'Not in the schema of {tool}: {names}',
  'wrong.servers':
    'These are settings of MCP servers. Add a server under MCP servers in the library.',
  'wrong.tool': 'This calls "{name}", which is not the open tool. Open "{name}", then paste again.',
  'wrong.closed':
    'These look like arguments, and no tool is open. Open the tool, then paste again.',
  'wrong.list':
    'This JSON is {found}. Paste an object of arguments, or tools with a name and a description.',
  'wrong.call': 'The call has no JSON object under "arguments"',
  'wrong.private':
    'Line {line}: every function here is private. Remove the "_" from the name of one.',
  'wrong.other':
    'This cannot be imported. Paste JSON that starts with {open}, a Python function that starts with "def", or a line that starts with "curl".',
};

const zh: Record<keyof typeof en, Message> = {
  title: '粘贴导入',
  label: '要导入的内容',
  hint: 'JSON 形式的参数或工具、Python 函数，或以 "curl" 开头的一行命令',
  import: '导入',
  fill: '填入参数',
  tool: '将添加工具“{names}”，导入后处于停用状态。粘贴的只有声明：请先补上代码，再运行。',
  tools:
    '将添加工具文件夹“{id}”，含 {count} 个工具：{names}。导入后处于停用状态。粘贴的只有声明：请先补上代码，再运行。',
  python: { other: 'Python 模块“{id}”，含 {count} 个函数：{names}。导入后处于停用状态。' },
  curl: 'Bash 工具“{id}”，脚本就是这一行。没有参数。导入后处于停用状态。',
  arguments: '{tool} 的参数：{names}',
  'arguments.none': '{tool} 没有参数',
  unknown: '不在 {tool} 的 Schema 中：{names}',
  'wrong.servers': '这是 MCP 服务器的设置。请在工具库的 MCP 服务器下添加。',
  'wrong.tool': '这是对“{name}”的调用，而打开的是另一个工具。请先打开“{name}”，再粘贴。',
  'wrong.closed': '这看起来是参数，但没有打开的工具。请先打开工具，再粘贴。',
  'wrong.list': '这段 JSON 是{found}。请粘贴参数对象，或带名称和描述的工具。',
  'wrong.call': '这个调用的 "arguments" 不是 JSON 对象',
  'wrong.private': '第 {line} 行：这里的函数都是私有的。请去掉其中一个名称开头的 "_"。',
  'wrong.other':
    '无法导入。请粘贴以 {open} 开头的 JSON、以 "def" 开头的 Python 函数，或以 "curl" 开头的一行命令。',
};

/** The texts of pasting come with it. */
export const ti = textsOf({ en, zh });
