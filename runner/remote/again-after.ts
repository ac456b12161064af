import type { ServerFault } from '../../shared/protocol/mcp/state.ts';

/** Milliseconds before a server that failed is started again: twice as long each time, up to the longest. */
const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;
/** What passes only once the person did something. */
const lasting: readonly ServerFault['code'][] = [
  ...(['no-box', 'no-net', 'no-engine', 'no-secret', 'sign-in'] as const),
];

/** When a server may be started again by itself, in milliseconds since 1970; undefined where only the person can. */
export function againAfter({ code }: ServerFault, failures: number): number | undefined {
  if (lasting.includes(code)) return undefined;
  return Date.now() + Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}
