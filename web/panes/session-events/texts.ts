import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import type { Message } from '../../i18n/message.ts';

const en = {
  asks: '{tool} asks',
  answer: 'Answer',
  none: 'No answer',
  yes: 'Yes',
  no: 'No',
  title: 'Session of {name}',
  awake: 'Its process is awake; what it keeps in memory is there',
  asleep: 'It sleeps; its next call wakes it, and it finds its state in the results below',
  absent: 'It has not been called yet',
  'custom-tool': 'A custom tool: its factory returns it, and models call it',
  extension: 'An extension: it registers tools and hears of events; its tools are run here',
  'create-tool': 'A tool made with createTool',
  'tool-define': 'A tool made with Tool.define',
  'mcp-server': 'A tool of an MCP server, which is called here and serves nobody',
  opencode: 'A tool of opencode, called after its file',
  others:
    'Hooks (programs before and after a call) and skills (texts for a model) are no modules and are not run here',
  headless: 'Run as if nobody were there: dialogues answer at once, and hasUI is false',
  events: 'Tell the module of an event',
  entries: 'Results of this session',
  keep: 'Continue from here',
  'no entries': 'No results yet',
  pending: 'Waiting to be applied',
  apply: 'Apply',
  discard: 'Discard',
  log: 'What it logged and printed outside of calls',
  'no log': 'Nothing yet',
  rights: 'Rights beyond its own folder',
  'rights hint':
    'One a line. They count for the code as it is saved now; other code has none until you grant them anew',
  outdated: 'These were granted to other code and count for nothing until you grant them anew',
  read: 'Read (absolute paths)',
  write: 'Write (absolute paths)',
  env: 'Environment variables',
  net: 'Hosts, such as api.example.com:443',
  grant: 'Grant',
  granted: 'Granted',
  unsaved: 'Save the module first: rights are for saved code',
  expand: 'Show all of it',
  collapse: 'Show less',
  image: 'Image {count} of the answer',
};
export type SessionTextKey = keyof typeof en;

const zh: Record<SessionTextKey, Message> = {
  asks: '{tool} 的提问',
  answer: '回答',
  none: '不回答',
  yes: '是',
  no: '否',
  title: '{name} 的会话',
  awake: '它的进程正在运行，内存中的状态都在',
  asleep: '它已休眠；下次调用会唤醒它，并从下面的结果中恢复状态',
  absent: '还没有被调用过',
  'custom-tool': '自定义工具：由工厂函数返回，供模型调用',
  extension: '扩展：注册工具并监听事件；这里只运行它的工具',
  'create-tool': '用 createTool 创建的工具',
  'tool-define': '用 Tool.define 创建的工具',
  'mcp-server': 'MCP 服务器的工具：在这里直接调用，不对外提供服务',
  opencode: 'opencode 的工具，以文件命名',
  others: 'Hook（调用前后的外部程序）和 Skill（给模型的文本）不是模块，不在这里运行',
  headless: '当作无人在场来运行：对话框立即返回，hasUI 为 false',
  events: '向模块发送会话事件',
  entries: '本次会话的结果',
  keep: '从这里继续',
  'no entries': '还没有结果',
  pending: '等待应用',
  apply: '应用',
  discard: '放弃',
  log: '它在调用之外记录和打印的内容',
  'no log': '暂无',
  rights: '自身文件夹之外的权限',
  'rights hint': '每行一项。只对现在保存的代码有效；代码改变后须重新授予',
  outdated: '这些权限是授予另一份代码的，重新授予之前无效',
  read: '读取（绝对路径）',
  write: '写入（绝对路径）',
  env: '环境变量',
  net: '主机，例如 api.example.com:443',
  grant: '授予',
  granted: '已授予',
  unsaved: '请先保存模块：权限只针对已保存的代码',
  expand: '全部显示',
  collapse: '收起',
  image: '回答中的第 {count} 张图片',
};

/** A text of the panes about modules; they are fetched with them, not with the page. */
export const st = textsOf({ en, zh });

const known = [
  'custom-tool',
  'extension',
  'create-tool',
  'tool-define',
  'mcp-server',
  'opencode',
] as const;

/** What kind of module a format is, in a sentence. */
export function dialectText(format: string | undefined): string {
  const found = known.find((one) => one === format);
  return found ? st(found) : (format ?? '');
}
