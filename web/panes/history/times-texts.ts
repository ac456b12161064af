import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of the two dialogs of the history come with them. */
const en = {
  'times.title': 'Durations over time',
  'times.tool': 'Tool',
  'times.any': 'All tools',
  'times.runs': { one: 'Last run', other: 'Last {count} runs, newest on the right' },
  'times.none': 'No runs yet',
  'times.median': 'median',
  'times.p95': '95th percentile',
  'times.failed': 'some failed',
  'times.failed.one': 'failed',
  'times.point': {
    one: '{from}: {median}',
    other: '{from}: {count} runs, median {median}, 95th percentile {p95}, {failed} failed',
  },
  'steps.title': 'Steps of {tool}',
  'steps.none': 'The steps of this run were not kept',
  'steps.list': 'Steps, first to last',
  'steps.type.call': 'run',
  'steps.type.confirm': 'approval of the call',
  'steps.type.result-confirm': 'approval of the result',
  'steps.status.pending': 'not started',
  'steps.status.running': 'running',
  'steps.status.completed': 'done',
  'steps.status.failed': 'failed',
  'steps.status.awaiting-confirmation': 'needs approval',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  'times.title': '用时变化',
  'times.tool': '工具',
  'times.any': '所有工具',
  'times.runs': { other: '最近 {count} 次运行，最新的在右边' },
  'times.none': '还没有运行',
  'times.median': '中位数',
  'times.p95': '第 95 百分位',
  'times.failed': '有失败',
  'times.failed.one': '失败',
  'times.point': {
    other: '{from}：{count} 次，中位数 {median}，第 95 百分位 {p95}，{failed} 次失败',
  },
  'steps.title': '{tool} 的步骤',
  'steps.none': '这次运行没有保留步骤',
  'steps.list': '步骤，由先到后',
  'steps.type.call': '运行',
  'steps.type.confirm': '审批调用',
  'steps.type.result-confirm': '审批结果',
  'steps.status.pending': '未开始',
  'steps.status.running': '运行中',
  'steps.status.completed': '完成',
  'steps.status.failed': '失败',
  'steps.status.awaiting-confirmation': '等待审批',
};

/** A text of the history's dialogs in the reader's language. */
export const tt = textsOf({ en, zh });
