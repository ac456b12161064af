import { contentOf } from '../../shared/formats/file-bytes.ts';
import { readFolder } from '../../shared/formats/read-folder.ts';
import type { FolderRead } from '../../shared/formats/read-folder.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { listTree, readTree } from '../store/read-tree.ts';
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

/** Reads a tool folder, or a single file with its samples beside it. Nothing of the author's runs. */
export async function openSource(
  { io, disk }: Session,
  written: string,
): Promise<Source | { ok: false; message: string }> {
  const given = io.path(written);
  const found = await disk.look(given);
  if (!found) return { ok: false, message: `There is no file or folder "${written}"` };
  // The person named this link; those inside a folder are somebody else's.
  const path = found.kind === 'link' ? io.path(await disk.real(given)) : given;
  const { folder, base } = parts(path);
  if (await disk.list(path)) {
    const tree = await readTree(disk, path, await listTree(disk, path));
    const name = parts(given).base;
    const read = readFolder(name, tree.files);
    read.problems.unshift(...tree.problems);
    return { ok: true, path, name, files: tree.files, read };
  }
  const bytes = await disk.read(path);
  if (!bytes) return { ok: false, message: `"${written}" is neither a file nor a folder` };
  const name = base.replace(/(?<=.)\.[^.]*$/, '');
  const files: Folder = { [base]: contentOf(bytes) };
  const samples = await disk.read(`${folder}/${name}.samples.json`);
  if (samples) files[`${name}.samples.json`] = contentOf(samples);
  return { ok: true, path, name, files, read: readFolder(name, files) };
}
