import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of a question: they come with the first one, so that the page opens without them. */
const en = {
  'title.execution': 'Approval needed: run {tool}',
  'title.result': 'Approval needed: send the result of {tool} to the model',
  left: 'Denied automatically in {time}',
  over: 'Time is up: denied automatically',
  'text.execution': 'Exact text that will run',
  'text.result': 'Exact text that the model will see',
  writes: 'May write in: {folders}',
  reasons: 'Why approval is needed',
  judged: 'The parts, judged one by one',
  'decision.allow': 'allowed',
  'decision.ask': 'asks',
  'decision.deny': 'forbidden',
  arguments: 'Arguments',
  edit: 'Edit',
  'edit.back': 'Undo the changes',
  edited: 'Changed arguments are judged anew before they run',
  once: 'Allow once',
  'once.edited': 'Run with these once',
  session: 'Allow this session',
  always: 'Always allow',
  deny: 'Deny',
  never: 'Never allow',
  rule: 'An answer for the session or for always covers every call of {rule}',
  'longer.rule':
    '“Allow this session” and “Always allow” will cover every call of {rule} by {tool} as it is now, and no other',
  'longer.exact':
    '“Allow this session” and “Always allow” will cover this exact call alone: this text, these arguments and {tool} as it is now',
  'longer.none': 'It is asked for each time: a yes holds once, a “Never allow” for good',
  'longer.result': 'Each result is asked for on its own: a yes holds once',
  broken: 'The arguments are no valid JSON object yet',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  'title.execution': '需要审批：运行 {tool}',
  'title.result': '需要审批：把 {tool} 的结果交给模型',
  left: '{time} 后自动拒绝',
  over: '时间已到：已自动拒绝',
  'text.execution': '将要运行的确切内容',
  'text.result': '模型将要看到的确切内容',
  writes: '可写入：{folders}',
  reasons: '需要审批的原因',
  judged: '逐段判定',
  'decision.allow': '允许',
  'decision.ask': '需询问',
  'decision.deny': '禁止',
  arguments: '参数',
  edit: '修改',
  'edit.back': '撤销修改',
  edited: '修改后的参数在运行前会重新判定',
  once: '允许一次',
  'once.edited': '用这些参数运行一次',
  session: '本次会话允许',
  always: '始终允许',
  deny: '拒绝',
  never: '永不允许',
  rule: '选择“本次会话”或“始终”时，对 {rule} 的所有调用有效',
  'longer.rule':
    '“本次会话允许”和“始终允许”将适用于 {tool}（以当前内容为准）对 {rule} 的所有调用，不含其他调用',
  'longer.exact':
    '“本次会话允许”和“始终允许”只适用于这一次的确切内容：相同的文本、相同的参数，并以 {tool} 的当前内容为准',
  'longer.none': '每次都会询问：允许只有这一次有效，“永不允许”则长期有效',
  'longer.result': '每个结果都会单独询问：允许只有这一次有效',
  broken: '参数还不是有效的 JSON 对象',
};

export const ta = textsOf({ en, zh });
