/** What a call may take where its tool says nothing. Source of 30 s: seed 001, section 4.1. */
export const defaultLimits = {
  defaultTimeoutMs: 30_000,
  maxTimeoutMs: 600_000,
  outputBytes: 1024 * 1024,
} as const;
