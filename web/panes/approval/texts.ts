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
  judged: 'Decision for each part',
  'judged.allowed': 'Parts that are allowed',
  allowed: { one: '{count} part is allowed', other: '{count} parts are allowed' },
  'decision.allow': 'allowed',
  'decision.ask': 'needs approval',
  'decision.deny': 'forbidden',
  arguments: 'Arguments',
  edit: 'Edit',
  'edit.back': 'Undo the changes',
  edited: 'Edited arguments are checked again before they run',
  once: 'Allow once',
  'once.edited': 'Run once with these arguments',
  session: 'Allow this session',
  always: 'Always allow',
  deny: 'Deny',
  never: 'Never allow',
  rule: '"Allow this session" and "Always allow" apply to every call of {rule}',
  'longer.rule':
    '"Allow this session" and "Always allow" apply to every call of {rule} by the current version of {tool}, and to no other call',
  'longer.exact':
    '"Allow this session" and "Always allow" apply only to this exact call: the same text, the same arguments and the current version of {tool}',
  'longer.none': 'You are asked every time. Approval counts once; "Never allow" is permanent.',
  'longer.result': 'You are asked for each result. Approval counts once.',
  broken: 'Invalid JSON: the arguments must be an object',
  'elsewhere.asks': 'A call of {tool} needs your approval',
  'elsewhere.show': 'Show',
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
  judged: '各部分的判定',
  'judged.allowed': '允许的部分',
  allowed: { other: '{count} 个部分已允许' },
  'decision.allow': '允许',
  'decision.ask': '需要审批',
  'decision.deny': '禁止',
  arguments: '参数',
  edit: '修改',
  'edit.back': '撤销修改',
  edited: '修改后的参数在运行前会重新检查',
  once: '允许一次',
  'once.edited': '用这些参数运行一次',
  session: '本次会话允许',
  always: '始终允许',
  deny: '拒绝',
  never: '永不允许',
  rule: '“本次会话允许”和“始终允许”适用于 {rule} 的所有调用',
  'longer.rule':
    '“本次会话允许”和“始终允许”适用于当前版本的 {tool} 对 {rule} 的所有调用，不含其他调用',
  'longer.exact':
    '“本次会话允许”和“始终允许”只适用于这次调用：相同的文本、相同的参数，以及当前版本的 {tool}',
  'longer.none': '每次都会询问：允许只对这一次有效，“永不允许”则长期有效',
  'longer.result': '每个结果都会单独询问：允许只对这一次有效',
  broken: 'JSON 无效：参数必须是对象',
  'elsewhere.asks': '一个对 {tool} 的调用等待你审批',
  'elsewhere.show': '查看',
};

export const ta = textsOf({ en, zh });
