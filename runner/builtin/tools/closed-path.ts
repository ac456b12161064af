import type { Plan } from '../builtin.ts';

/** The plan of a call whose path nobody may open. */
export const closedPath = (reason: string): Plan => ({
  verdict: { kind: 'deny', reason },
  perform: () => Promise.reject(new Error(reason)),
});
