/** The texts about a step before the program that exceeded its limit (in milliseconds), by step. */
export const unprepared = {
  /** The start of an English sentence, for models. */
  model: {
    checking: 'Checking the arguments',
    judging: 'Judging the script',
    filling: 'Filling the template',
  },
  en: {
    checking: (ms: number) => `❌ Not run: checking the arguments took longer than ${ms} ms`,
    judging: (ms: number) => `❌ Not run: judging the script took longer than ${ms} ms`,
    filling: (ms: number) => `❌ Not run: filling the template took longer than ${ms} ms`,
  },
  zh: {
    checking: (ms: number) => `❌ 未运行: 检查参数超过了 ${ms} ms`,
    judging: (ms: number) => `❌ 未运行: 审查脚本超过了 ${ms} ms`,
    filling: (ms: number) => `❌ 未运行: 填充模板超过了 ${ms} ms`,
  },
};
