/**
 * The limit that `truncate` of return.json names, or why it names none.
 * Source: the three-layer system cuts only for a positive integer; everything else leaves the output whole.
 */
export function truncateLimit(rule: unknown): { limit: number } | { ignored: string } | undefined {
  if (rule === undefined || rule === null) return undefined;
  if (typeof rule !== 'number') return { ignored: '"truncate" must be a number of characters' };
  if (!Number.isSafeInteger(rule)) return { ignored: `"truncate" must be an integer, not ${rule}` };
  if (rule <= 0) return { ignored: `"truncate" must be above 0, not ${rule}` };
  return { limit: rule };
}
