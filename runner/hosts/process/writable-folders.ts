import { quote } from '../../../shared/languages/bash/words.ts';
import { folderIdentity } from '../../platform/disk/folders.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { writableIn } from './box.ts';
import type { Sight } from './box.ts';

/** The writable folders of a sandbox by path, with their identities. */
export type Opened = readonly (readonly [path: string, identity: string])[];

/** Returns the current folders; undefined if one is missing or was replaced by a link. */
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
 * Returns shell code that ends the sandbox if it shows another folder than was checked: somebody can replace a
 * folder by a link during the setup, which would open the link's target. The message looks like bubblewrap's.
 */
export const onlyThese = (opened: Opened): string =>
  opened
    .map(([path, identity]) => {
      const is = `"$(stat -c %d:%i -- ${quote(path)})" = ${quote(identity)}`;
      const says = quote(`bwrap: "${path.replace(/\s/g, ' ')}" is another folder now`);
      return `[ ${is} ] || { printf '%s\\n' ${says} >&2; exit 125; }\n`;
    })
    .join('');
