import { contentOf } from '../../shared/formats/file-bytes.ts';
import { moduleFiles } from '../../shared/formats/script-module/module-files.ts';
import type { FolderRead } from '../../shared/formats/read-folder.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { readFolderAt } from '../store/folder-saves.ts';
import type { Hosts } from './hosts.ts';
import { neighbours } from '../sources/found/collect-module.ts';
import { readModule } from './read-module.ts';
import type { Session } from './session.ts';

export interface Source {
  ok: true;
  /** Absolute. */
  path: string;
  /** The folder's name or the file's stem. */
  name: string;
  files: Folder;
  read: FolderRead;
}

const parts = (path: string) => ({
  folder: path.slice(0, path.lastIndexOf('/')),
  base: path.slice(path.lastIndexOf('/') + 1),
});

/**
 * Reads a tool folder, or a single file with its samples and cache beside it. Nothing of the author's runs.
 * A module is read by `hosts`, or by such as are opened for it.
 */
export async function openSource(
  session: Session,
  written: string,
  hosts?: Hosts,
): Promise<Source | { ok: false; message: string }> {
  const { io, disk } = session;
  const given = io.path(written);
  const found = await disk.look(given);
  if (!found) return { ok: false, message: `There is no file or folder "${written}"` };
  // The person named this link; those inside a folder are somebody else's.
  const path = found.kind === 'link' ? io.path(await disk.real(given)) : given;
  const { folder, base } = parts(path);
  const module = moduleFiles({ [base]: '' })[0];
  const loadsFolder = module?.language.readsFolder !== undefined;
  // A folder's own module is the folder.
  if (loadsFolder && module.name === 'index') return openSource(session, folder, hosts);
  if (await disk.list(path)) {
    const { tree: listed, ...tree } = await readFolderAt(disk, path);
    const times = Object.fromEntries(listed.entries.map((one) => [one.path, one.entry.modifiedAt]));
    const name = parts(given).base;
    const read = await readModule(session, { path, name, files: tree.files, times }, hosts);
    read.problems.unshift(...tree.problems);
    return { ok: true, path, name, files: tree.files, read };
  }
  const bytes = await disk.read(path);
  if (!bytes) return { ok: false, message: `"${written}" is neither a file nor a folder` };
  const name = base.replace(/(?<=.)\.[^.]*$/, '');
  const alone: Folder = { [base]: contentOf(bytes) };
  const files = loadsFolder ? await neighbours(disk, folder, alone) : alone;
  const times: Record<string, number> = { [base]: (await disk.look(path))?.modifiedAt ?? 0 };
  for (const beside of [`${name}.samples.json`, `${name}.tool.json`]) {
    const other = beside === base ? undefined : await disk.read(`${folder}/${beside}`);
    if (!other) continue;
    files[beside] = contentOf(other);
    times[beside] = (await disk.look(`${folder}/${beside}`))?.modifiedAt ?? 0;
  }
  const read = await readModule(session, { path, name, files, times }, hosts);
  return { ok: true, path, name, files, read };
}
