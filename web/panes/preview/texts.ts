import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of the preview come with it. */
const en = {
  title: 'Schema',
  providers: 'Provider',
  view: 'Declaration as',
  'view.tree': 'Tree',
  'view.json': 'JSON',
  strict: 'strict',
  'strict.title': 'Send the schema in strict mode, where every call must match it',
  tokens: { one: '~{count} token', other: '~{count} tokens' },
  'tokens.title': 'Tokens that the declaration costs in every request, counted with o200k_base',
  rewritten: '{count} rewritten',
  comma: ', ',
  dropped: '{count} dropped',
  copy: 'Copy the declaration',
  'copy.filled': 'Copy the filled code',
  empty:
    'The declaration that each provider is sent stands here as soon as the definition can be read',
  required: 'required',
  more: { one: 'Show {count} more line', other: 'Show {count} more lines' },
  changes: 'Changes for this provider',
  'action.dropped': 'dropped',
  'action.rewritten': 'rewritten',
  'action.moved': 'moved',
  filled: 'Filled code',
  'filled.idle': 'The program with the arguments in their places stands here',
  'filled.loading': 'Filling in',
  'filled.values': { one: '{count} value placed', other: '{count} values placed' },
  'plan.this':
    'Plan mode leaves this tool out, because it is not read-only: models are not told of it',
  'plan.some': 'Plan mode leaves out {names}, because they are not read-only',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  title: '结构',
  providers: '模型服务商',
  view: '声明的显示方式',
  'view.tree': '树',
  'view.json': 'JSON',
  strict: 'strict',
  'strict.title': '以严格模式发送，每次调用都必须符合参数定义',
  tokens: { other: '约 {count} 个 token' },
  'tokens.title': '声明在每次请求中的开销，按 o200k_base 计数',
  rewritten: '改写 {count} 处',
  comma: '，',
  dropped: '丢弃 {count} 处',
  copy: '复制声明',
  'copy.filled': '复制填充后的代码',
  empty: '定义可以读取后，发送给各服务商的声明会显示在这里',
  required: '必填',
  more: { other: '再显示 {count} 行' },
  changes: '针对此服务商的改动',
  'action.dropped': '丢弃',
  'action.rewritten': '改写',
  'action.moved': '移动',
  filled: '填充后的代码',
  'filled.idle': '填入参数后的程序会显示在这里',
  'filled.loading': '正在填充',
  'filled.values': { other: '填入 {count} 个值' },
  'plan.this': '此工具不是只读工具，计划模式不会把它提供给模型',
  'plan.some': '计划模式会略去不是只读的工具：{names}',
};

export const tp = textsOf({ en, zh });
