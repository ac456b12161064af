import type { Disk } from '../../platform/disk.ts';

/** What the folders of each program may hold. Source: seed 002's system; codex takes modules alone. */
const anyKind = /\.(ts|mts|js|mjs|cjs|json|md|sh|bash|py)$/;
const modulesOnly = /\.(ts|mts|js|mjs|cjs)$/;
const own = ['index.ts', 'index.js', 'index.mts', 'index.mjs'];
/** Lathe's own files beside modules. */
const beside = /(^|\.)(tool|samples)\.json$|\.d\.ts$/;

/** The files of a folder of tools: those that lie in it, and the own module of each folder in it. */
export async function modulesIn(
  disk: Disk,
  folder: string,
  { scripts = true } = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, kind } of (await disk.list(folder)) ?? []) {
    const path = `${folder}/${name}`;
    const inside = kind === 'file' ? undefined : await disk.list(`${path}/`);
    if (inside) {
      const index = own.find((one) => inside.some((entry) => entry.name === one));
      if (index) found.push(`${path}/${index}`);
    } else if ((scripts ? anyKind : modulesOnly).test(name) && !beside.test(name)) found.push(path);
  }
  return found;
}
