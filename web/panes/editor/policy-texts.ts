import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

const en = {
  'rule prompt': 'Rule prompt',
  'rule prompt hint': 'What the model is told of this group as a whole',
  group: 'All tools of this module',
  tool: 'Tool',
  execution: 'Before a call',
  result: 'Before the model sees the result',
  'execution of': 'Before a call of {name}',
  'result of': 'Before the model sees a result of {name}',
  script: 'As the script says',
  'script with': 'As the script says: {value}',
  'module with': 'As the module: {value}',
  back: 'As the script says',
  note: 'What is chosen here lies in {file} and outlives every edit of the script',
  unread: 'The script has to be read once before its policies can be chosen',
  auto: 'run at once',
  'ask-once': 'ask once',
  'ask-always': 'ask every time',
  never: 'show at once',
  'on-error': 'ask after an error',
  always: 'ask every time',
};
type Key = keyof typeof en;

const zh: Record<Key, Message> = {
  'rule prompt': '规则提示',
  'rule prompt hint': '关于整个工具组要告诉模型的话',
  group: '本模块的全部工具',
  tool: '工具',
  execution: '调用之前',
  result: '模型看到结果之前',
  'execution of': '调用 {name} 之前',
  'result of': '模型看到 {name} 的结果之前',
  script: '按脚本所写',
  'script with': '按脚本所写：{value}',
  'module with': '同模块：{value}',
  back: '恢复为脚本所写',
  note: '这里的选择存放在 {file} 中，编辑脚本不会丢失',
  unread: '脚本读取一次之后才能选择策略',
  auto: '直接运行',
  'ask-once': '询问一次',
  'ask-always': '每次询问',
  never: '直接显示',
  'on-error': '出错后询问',
  always: '每次询问',
};

/** A text of the policies form in the reader's language. */
export const policyText = textsOf({ en, zh });

const isKey = (word: string): word is Key => Object.hasOwn(en, word);

/** A policy as a script names it, which may be none that is known. */
export const policyName = (word: string): string => (isKey(word) ? policyText(word) : word);
