import type { ModelFault } from '../../../shared/protocol/models.ts';

/** The longest wait that a provider may request. */
const LONGEST_MS = 60_000;

/** The default pauses before each retry, in milliseconds. */
export const usualWaits: readonly number[] = [1_000, 4_000];

/**
 * Returns the wait that a provider requests, in milliseconds: from the header's seconds or date, or from
 * Google's detail.
 */
export function retryAfterOf(
  header: string | undefined,
  body: string,
  now = Date.now(),
): number | undefined {
  const delay = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  const text = header?.trim() || delay;
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Returns the wait before a retry, in milliseconds; undefined if there should be none. */
export function waitOf(
  fault: ModelFault,
  attempt: number,
  waits: readonly number[],
): number | undefined {
  const usual = waits[attempt];
  const { code, values, retryAfterMs = usual } = fault;
  const passes =
    (code === 'rate-limited' && values.reason !== 'quota') ||
    code === 'overloaded' ||
    (code === 'unreachable' && values.reason !== 'tls');
  if (!passes || usual === undefined || retryAfterMs === undefined) return undefined;
  return retryAfterMs <= LONGEST_MS ? retryAfterMs : undefined;
}

/** Waits until the time is over or the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((settle) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      settle();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
