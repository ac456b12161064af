import { quote } from '../../../shared/languages/bash/words.ts';
import { folderIdentity } from '../../platform/disk/folders.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { writableIn } from './box.ts';
import type { Sight } from './box.ts';

/** The folders that a box opens for writing, by path, with which folder each of them is. */
export type Opened = readonly (readonly [path: string, identity: string])[];

/** What stands there now; undefined where a link took the place of a folder, or nothing is there. */
export async function openedBy({ files, writes }: Sight): Promise<Opened | undefined> {
  const opened: [string, string][] = [];
  for (const path of writableIn(files, writes)) {
    const identity = await folderIdentity(path);
    const real = await nodeDisk.real(path).catch(() => undefined);
    if (identity === undefined || real !== path) return undefined;
    opened.push([path, identity]);
  }
  return opened;
}

/**
 * Text for the shell of a box that ends it where it shows another folder than was looked at: somebody
 * can put a link in a folder's place while the box is set up, and it would open what the link leads to.
 * It speaks as bubblewrap does, whose work this is.
 */
export const onlyThese = (opened: Opened): string =>
  opened
    .map(([path, identity]) => {
      const is = `"$(stat -c %d:%i -- ${quote(path)})" = ${quote(identity)}`;
      const says = quote(`bwrap: "${path.replace(/\s/g, ' ')}" is another folder now`);
      return `[ ${is} ] || { printf '%s\\n' ${says} >&2; exit 125; }\n`;
    })
    .join('');
