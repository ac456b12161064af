import type { ApiError } from '../../shared/protocol/error.ts';
import type { ModelFault } from '../../shared/protocol/models.ts';
import { fillWording } from './lazy-texts.svelte.ts';
import { i18n } from './i18n.svelte.ts';
import { modelFaultText } from './model-fault-text.ts';

type Refusal = ApiError['error'];

const en = {
  'no-such-conversation': 'There is no such conversation. It may have been deleted',
  'no-such-node': 'This message is not there any more. Reload the page',
  'one-at-a-time': 'A turn begins with one thing: a message, an answer or results',
  'nothing-to-answer': 'An answer follows a message, or the results of calls',
  'nothing-to-do': 'Nothing is left to answer here. Write a message',
  'no-calls': 'Results follow an answer that calls tools',
  'no-such-call': 'The answer does not hold this call. Reload the page',
  'goes-on': 'The conversation goes on from here already. Wait until it is over, or stop it',
  'no-request': 'These messages cannot be put into a request: {why}. Edit the last one',
  'bad-format': 'A conversation is exported as Markdown or JSON',
  'bad-limit': 'Ask for one conversation or more',
  'bad-number': 'The runner does not understand the number in the request. Reload the page',
  'no-such-turn': 'This turn is over, or never began. Reload the page',
  'stray-node': 'The conversation cannot be brought in: one of its messages answers none before it',
  'no-such-provider': 'There is no such provider',
  'bad-body': 'The runner does not understand the request. Reload the page',
  'bad-path': 'The runner does not understand the address. Reload the page',
  'not-found': 'The runner does not know this request. Reload the page',
  'not-allowed': 'Only the page that the runner’s address opened may do this',
  'too-large': 'This is larger than the runner takes',
  broken: 'Lathe broke while it answered. Look at the runner’s log',
  'disk-full': 'Nothing was changed: the disk is full. Make room and try again',
  'read-only': 'Nothing was changed: the workspace cannot be written to',
  unwritable: 'Nothing was changed: the disk did not take it. Look after the disk and try again',
  'unexpected-answer': 'The runner answered what this page does not understand. Reload the page',
  unknown: 'The runner refused the request',
};
const zh: Record<keyof typeof en, string> = {
  'no-such-conversation': '没有这个对话，它可能已被删除',
  'no-such-node': '这条消息已不存在，请重新加载页面',
  'one-at-a-time': '每一轮只能以一项内容开始：消息、回答或结果',
  'nothing-to-answer': '回答只能跟在消息或调用结果之后',
  'nothing-to-do': '这里没有待回答的内容，请写一条消息',
  'no-calls': '结果只能跟在含有调用的回答之后',
  'no-such-call': '回答中没有这个调用，请重新加载页面',
  'goes-on': '对话已在从这里继续，请等它结束，或将它停止',
  'no-request': '这些消息无法组成请求：{why}。请修改最后一条',
  'bad-format': '对话可导出为 Markdown 或 JSON',
  'bad-limit': '至少要请求一个对话',
  'bad-number': '运行器无法理解请求中的数字，请重新加载页面',
  'no-such-turn': '这一轮已经结束或从未开始，请重新加载页面',
  'stray-node': '无法导入这个对话：其中一条消息所回答的消息不在它之前',
  'no-such-provider': '没有这个服务商',
  'bad-body': '运行器无法理解这个请求，请重新加载页面',
  'bad-path': '运行器无法理解这个地址，请重新加载页面',
  'not-found': '运行器不认识这个请求，请重新加载页面',
  'not-allowed': '只有通过运行器地址打开的页面才能这样做',
  'too-large': '内容超过了运行器接受的大小',
  broken: 'Lathe 在应答时出错，请查看运行器的日志',
  'disk-full': '没有做任何更改：磁盘已满。请腾出空间后重试',
  'read-only': '没有做任何更改：工作区不可写',
  unwritable: '没有做任何更改：磁盘没有写入成功。请检查磁盘后重试',
  'unexpected-answer': '本页无法理解运行器的应答，请重新加载页面',
  unknown: '运行器拒绝了请求',
};

/** The codes that are worded here. */
export const refusalTexts: Record<'en' | 'zh', Readonly<Record<string, string>>> = { en, zh };

/** What is wrong with a key or an address is worded as it is where a model is asked. */
function faultOf({ code, message, values = {} }: Refusal): ModelFault | undefined {
  if (code === 'bad-key') return { code, message, values: { ...values, reason: 'characters' } };
  const [, reason] = /^bad-address-(.+)$/.exec(code) ?? [];
  return reason === undefined
    ? undefined
    : { code: 'bad-address', message, values: { ...values, reason } };
}

/** Why the runner refused what was asked, and what to do, in the reader's language. */
export function refusalText(refusal: Refusal): string {
  const fault = faultOf(refusal);
  if (fault) return modelFaultText(fault);
  const worded = fillWording(refusalTexts[i18n.locale][refusal.code], refusal.values);
  const { message, hint } = refusal;
  return worded ?? (hint ? `${message}. ${hint}` : message);
}
