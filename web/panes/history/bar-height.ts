const FROM_MS = 1;
const TO_MS = 100_000;

/** How high a duration stands, 0 to 1 on a logarithmic scale from 1 ms to 100 s; never nothing. */
export function barHeight(ms: number): number {
  const clamped = Math.min(TO_MS, Math.max(FROM_MS, ms));
  const share = Math.log(clamped / FROM_MS) / Math.log(TO_MS / FROM_MS);
  return 0.08 + 0.92 * share;
}
