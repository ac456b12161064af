import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

const en = {
  'rule prompt': 'Rule prompt',
  'rule prompt hint': 'Instructions for the model about the whole group',
  group: 'All tools in this module',
  tool: 'Tool',
  execution: 'Before a call',
  result: 'Before the model sees the result',
  'execution of': 'Before a call of {name}',
  'result of': 'Before the model sees a result of {name}',
  script: 'As in the script',
  'script with': 'As in the script: {value}',
  'module with': 'As for the module: {value}',
  back: 'Reset to the script’s value',
  note: 'Your choice is saved in {file}. Editing the script does not change it.',
  unread: 'You can choose policies once the script has been read',
  auto: 'run without asking',
  'ask-once': 'ask once',
  'ask-always': 'ask every time',
  never: 'send without asking',
  'on-error': 'ask about failed results',
  always: 'ask about every result',
};
type Key = keyof typeof en;

const zh: Record<Key, Message> = {
  'rule prompt': '规则提示词',
  'rule prompt hint': '针对整个工具组给模型的说明',
  group: '本模块的全部工具',
  tool: '工具',
  execution: '调用之前',
  result: '模型看到结果之前',
  'execution of': '调用 {name} 之前',
  'result of': '模型看到 {name} 的结果之前',
  script: '与脚本一致',
  'script with': '与脚本一致：{value}',
  'module with': '与模块一致：{value}',
  back: '恢复为脚本中的值',
  note: '这里的选择保存在 {file} 中，编辑脚本不会改变它',
  unread: '脚本读取一次之后才能选择策略',
  auto: '直接运行',
  'ask-once': '询问一次',
  'ask-always': '每次询问',
  never: '直接发送',
  'on-error': '结果出错时询问',
  always: '每个结果都询问',
};

/** A text of the policies form in the reader's language. */
export const policyText = textsOf({ en, zh });

const isKey = (word: string): word is Key => Object.hasOwn(en, word);

/** A policy as a script names it, which may be none that is known. */
export const policyName = (word: string): string => (isKey(word) ? policyText(word) : word);
