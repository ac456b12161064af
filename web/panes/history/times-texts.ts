import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of the two dialogs of the history come with them. */
const en = {
  'times.title': 'Durations over time',
  'times.tool': 'Tool',
  'times.any': 'All tools',
  'times.runs': { one: 'the last run', other: 'the last {count} runs, the newest at the right' },
  'times.none': 'No run yet',
  'times.median': 'median',
  'times.p95': '95 of 100 are faster',
  'times.failed': 'some failed',
  'times.point': {
    one: '{from}: {median}',
    other: '{from}: {count} runs, median {median}, 95 of 100 within {p95}, {failed} failed',
  },
  'steps.title': 'Steps of {tool}',
  'steps.none': 'This run was kept without its steps',
  'steps.list': 'Steps, the first at the top',
  'steps.type.call': 'run',
  'steps.type.confirm': 'asked before it ran',
  'steps.type.result-confirm': 'asked before the model saw the answer',
  'steps.status.pending': 'not begun',
  'steps.status.running': 'running',
  'steps.status.completed': 'done',
  'steps.status.failed': 'failed',
  'steps.status.awaiting-confirmation': 'waits for you',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  'times.title': '用时变化',
  'times.tool': '工具',
  'times.any': '所有工具',
  'times.runs': { other: '最近 {count} 次运行，最新的在右边' },
  'times.none': '还没有运行',
  'times.median': '中位数',
  'times.p95': '95% 的运行快于此',
  'times.failed': '有失败',
  'times.point': {
    other: '{from}：{count} 次，中位数 {median}，95% 在 {p95} 内，{failed} 次失败',
  },
  'steps.title': '{tool} 的步骤',
  'steps.none': '这次运行没有保留步骤',
  'steps.list': '步骤，最早的在上',
  'steps.type.call': '运行',
  'steps.type.confirm': '运行前询问',
  'steps.type.result-confirm': '结果交给模型前询问',
  'steps.status.pending': '未开始',
  'steps.status.running': '运行中',
  'steps.status.completed': '完成',
  'steps.status.failed': '失败',
  'steps.status.awaiting-confirmation': '等待您同意',
};

/** A text of the history's dialogs in the reader's language. */
export const tt = textsOf({ en, zh });
