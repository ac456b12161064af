import type { ServerFault } from '../../shared/protocol/mcp/state.ts';

/** The pause before a failed server restarts, in milliseconds. It doubles up to the longest. */
const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;
/** Faults that stay until the person does something. */
const lasting: readonly ServerFault['code'][] = [
  ...(['no-box', 'no-net', 'no-engine', 'no-secret', 'sign-in'] as const),
];

/**
 * Returns when a server may restart by itself, in milliseconds since 1970; undefined if only the person can restart
 * it.
 */
export function againAfter({ code }: ServerFault, failures: number): number | undefined {
  if (lasting.includes(code)) return undefined;
  return Date.now() + Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}
