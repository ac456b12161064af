/**
 * Whether a refused rule, such as `Edit:/src/*`, covers the rule of a call: the same one, or one below
 * it, such as `Edit:/src/deep/*`.
 */
export function ruleCovers(kept: string | undefined, asked: string | undefined): boolean {
  if (kept === undefined || asked === undefined) return false;
  if (kept === asked) return true;
  return kept.endsWith('/*') && asked.startsWith(kept.slice(0, -1));
}
