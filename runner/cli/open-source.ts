import { contentOf } from '../../shared/formats/file-bytes.ts';
import { readFolder } from '../../shared/formats/read-folder.ts';
import type { FolderRead } from '../../shared/formats/read-unchecked.ts';
import { freshen } from '../../shared/formats/script-module/freshen.ts';
import { mainModule, moduleFiles } from '../../shared/formats/script-module/module-files.ts';
import { languages } from '../../shared/languages/languages.ts';
import type { Declare } from '../../shared/tool/declared.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { neighbours } from '../sources/external/collect-module.ts';
import { declarersHere } from '../sources/workspace/declarers-here.ts';
import { readFolderAt } from '../store/tools/folder-saves.ts';
import { moduleHostOf } from '../hosts/module/module-host.ts';
import { Hosts } from './hosts.ts';
import type { Session } from './session.ts';

type Chosen = { ok: true; tool: AuthoredTool } | { ok: false; message: string };

export interface Source {
  ok: true;
  /** An absolute path. */
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

/** Returns a file's name without its extension. */
export const stemOf = (base: string): string => base.replace(/(?<=.)\.[^.]*$/, '');

/**
 * Reads a tool folder, or a single file with its samples and cache. Runs no code of the author except to read a
 * module, with `hosts` or with hosts that are opened for it.
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
  // Follows a link that the person named, but none inside a folder.
  const path = found.kind === 'link' ? io.path(await disk.real(given)) : given;
  const { folder, base } = parts(path);
  const module = moduleFiles({ [base]: '' })[0];
  const loadsFolder = module?.language.readsFolder !== undefined;
  // The index of a folder stands for the folder.
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
  const name = stemOf(base);
  const { files, times } = await filesOfFile(disk, path, bytes);
  const read = await readModule(session, { path, name, files, times }, hosts);
  return { ok: true, path, name, files, read };
}

/**
 * Returns a single file with its samples, its cache, and the files that a module imports. `times` are their times
 * of change, in milliseconds since 1970.
 */
export async function filesOfFile(
  disk: Disk,
  path: string,
  bytes: Uint8Array,
): Promise<{ files: Folder; times: Record<string, number> }> {
  const { folder, base } = parts(path);
  const name = stemOf(base);
  const alone: Folder = { [base]: contentOf(bytes) };
  const loadsFolder = moduleFiles(alone)[0]?.language.readsFolder !== undefined;
  const files = loadsFolder ? await neighbours(disk, folder, alone) : alone;
  const times: Record<string, number> = { [base]: (await disk.look(path))?.modifiedAt ?? 0 };
  for (const beside of [`${name}.samples.json`, `${name}.tool.json`]) {
    const other = beside === base ? undefined : await disk.read(`${folder}/${beside}`);
    if (!other) continue;
    files[beside] = contentOf(other);
    times[beside] = (await disk.look(`${folder}/${beside}`))?.modifiedAt ?? 0;
  }
  return { files, times };
}

/**
 * Returns the declarations of a source. A module with an outdated cache is read for this use; nothing is written.
 */
async function readModule(
  session: Session,
  source: { path: string; name: string; files: Folder; times: Record<string, number> },
  given: Hosts | undefined,
): Promise<FolderRead> {
  const { path, name, files, times } = source;
  // Opened only if a script must be read.
  await using own = new Hosts(session);
  const hosts = given ?? own;
  const lazily = (id: string): Declare => {
    return async (asked) => {
      const declare = declarersHere(await hosts.of(path)).get(id);
      return declare ? declare(asked) : { unavailable: `nothing here reads "${id}"` };
    };
  };
  const ids = [...languages.values()].filter(({ moduleType }) => moduleType !== undefined);
  const declarers = new Map(ids.map(({ id }) => [id, lazily(id)]));
  const module = Object.hasOwn(files, 'definition.json') ? undefined : mainModule(name, files);
  const script = module && times[module.script];
  const read =
    module === undefined
      ? { files, problems: [] }
      : await freshen(
          name,
          files,
          declarers,
          script === undefined ? undefined : { script, cache: times[module.cache] ?? 0 },
          async () => (await moduleHostOf(await hosts.of(path))?.surroundings()) ?? {},
        );
  const found = readFolder(name, read.files);
  found.problems.unshift(...read.problems);
  return found;
}

/** Returns the named tool, or the only one. The message says why there is none. */
export function chooseTool({ read, name }: Source, wanted: string | undefined): Chosen {
  const { tools } = read.toolset;
  const names = tools.map((tool) => tool.definition.name);
  if (tools.length === 0) {
    const error = read.problems.find(({ severity }) => severity === 'error');
    const where = error
      ? `${error.file}:${error.line}:${error.column}: ${error.message}`
      : 'it declares none';
    return { ok: false, message: `"${name}" cannot be loaded: ${where}` };
  }
  if (wanted === undefined) {
    const [tool, second] = tools.filter(({ definition }) => definition.unlisted !== true);
    if (tool && !second) return { ok: true, tool };
    return {
      ok: false,
      message: `"${name}" has several tools; choose one with --tool: ${names.join(', ')}`,
    };
  }
  const tool = tools.find(({ definition }) => definition.name === wanted);
  if (tool) return { ok: true, tool };
  return { ok: false, message: `"${name}" has no tool "${wanted}", only ${names.join(', ')}` };
}
