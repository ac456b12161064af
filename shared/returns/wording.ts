/** What the person reads of a call that gave no result; the model's texts are English and stand in `shape`. */
export const wording = {
  en: {
    invalid: (why: string) => `❌ Parameter validation failed: ${why}`,
    failed: (why: string) => `❌ Execution failed: ${why}`,
    timedOut: (ms: number) => `❌ Timed out after ${ms} ms`,
    cancelled: '❌ Cancelled',
    denied: (why: string) => `❌ Not allowed: ${why}`,
    unavailable: (why: string) => `❌ Cannot run here: ${why}`,
    crashed: (why: string) => `❌ The sandbox stopped: ${why}`,
  },
  zh: {
    invalid: (why: string) => `❌ 参数验证失败: ${why}`,
    failed: (why: string) => `❌ 执行失败: ${why}`,
    timedOut: (ms: number) => `❌ 执行超时 (${ms} ms)`,
    cancelled: '❌ 已取消',
    denied: (why: string) => `❌ 未获允许: ${why}`,
    unavailable: (why: string) => `❌ 无法在此运行: ${why}`,
    crashed: (why: string) => `❌ 沙箱已停止: ${why}`,
  },
};
