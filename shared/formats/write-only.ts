import type { Format, Written } from '../tool/format.ts';
import type { Toolset } from '../tool/toolset.ts';

/** A format that other programs read. What it writes for TypeScript is a module to Lathe, and read as one. */
export const writeOnly = (
  own: Pick<Format, 'id' | 'label'>,
  write: (toolset: Toolset) => Written,
): Format => ({
  ...own,
  detect: () => 0,
  read: (name) => ({ toolset: { format: own.id, group: { name }, tools: [] }, problems: [] }),
  write,
});
