import type { Command } from 'commander';
import { foldersOfImport } from '../../../shared/formats/import/folders-of-import.ts';
import { readZip } from '../../../shared/formats/import/zip.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { fileProblem } from '../../../shared/tool/problem/problem.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { listTree, readTree } from '../../store/tools/tree.ts';
import { filesOfFile, stemOf } from '../open-source.ts';
import { Settings } from '../../store/settings.ts';
import { exitCode, problemLines } from '../session.ts';
import type { Session } from '../session.ts';
import { writeNewFolder } from './write-new-folder.ts';

type Read = { ok: true; files: Folder; name?: string } | { ok: false; problems: Problem[] };

/** `lathe import`: writes each tool of a zip, a folder or a file into a new folder. Runs nothing. */
export function importTools(program: Command, session: Session): void {
  program
    .command('import')
    .description('Import tools from a zip, a folder or a file')
    .argument('<source>', 'a zip, a folder, a script, a module, or a JSON file of definitions')
    .requiredOption('--into <folder>', 'the folder for the tool folders, such as workspace/tools')
    .option('--json', 'print JSON')
    .action(async (written: string, options: { into: string }) => {
      const source = await readSource(session, written);
      if (source === undefined) {
        return session.fail('not-found', `There is no zip, folder or file "${written}"`);
      }
      if (!source.ok) return refuse(session, source.problems);
      const { folders, servers, problems } = foldersOfImport(source.files, source.name);
      if (problems.some(({ severity }) => severity === 'error')) return refuse(session, problems);
      const [server] = servers.keys();
      if (server !== undefined) {
        const message = `"${server}" is an MCP server; copy its folder into "servers" of the workspace`;
        return refuse(session, [
          fileProblem('error', 'import-refused', server, message, { entry: server, why: message }),
        ]);
      }
      const into = session.io.path(options.into);
      for (const name of folders.keys()) {
        if (await session.disk.look(`${into}/${name}`)) {
          const message = `"${name}" is already in "${options.into}"; move it away or rename it`;
          return refuse(session, [
            fileProblem('error', 'import-taken', name, message, { entry: name }),
          ]);
        }
      }
      await session.disk.makeFolder(into);
      const off = await disableIn(session.disk, into, [...folders.keys()]);
      const files: string[] = [];
      for (const [name, folder] of folders) {
        const refused = await writeNewFolder(session.disk, `${into}/${name}`, folder);
        if (refused)
          return refuse(session, [
            fileProblem('error', 'import-refused', name, refused, { entry: name, why: refused }),
          ]);
        files.push(...Object.keys(folder).map((file) => `${name}/${file}`));
      }
      await session.answer({ files: files.toSorted(), losses: [], problems }, () =>
        [...files.toSorted(), ...(off ? [howToTurnOn(off)] : []), problemLines(problems)].join(
          '\n',
        ),
      );
    });
}

/**
 * Turns imported tools off and returns how many, if the target is a workspace. This happens before the tools
 * appear, so no runner can call them in between.
 */
async function disableIn(disk: Disk, into: string, names: string[]): Promise<number> {
  // A link may lead to a workspace with another name.
  const workspace = /^(.*)\/tools$/.exec(await disk.real(into))?.[1];
  if (workspace === undefined) return 0;
  await disk.makeFolder(`${workspace}/.lathe`);
  const settings = await Settings.open(disk, workspace);
  for (const name of names) await settings.enable(name, false);
  return names.length;
}

const howToTurnOn = (count: number): string =>
  count === 1
    ? 'The tool is off, so models and programs cannot call it. Turn it on in the page, in the menu of its row'
    : `The ${count} tools are off, so models and programs cannot call them. Turn them on in the page, in the menus of their rows`;

async function refuse(session: Session, problems: Problem[]): Promise<void> {
  session.code = exitCode.problems;
  for (const { message } of problems) session.io.err(`lathe: ${message}\n`);
  if (session.json) await session.answer({ files: [], losses: [], problems }, () => '');
}

async function readSource({ io, disk }: Session, written: string): Promise<Read | undefined> {
  const path = io.path(written);
  const base = path.slice(path.lastIndexOf('/') + 1);
  if ((await disk.look(path))?.kind === 'folder') {
    const tree = await readTree(disk, path, await listTree(disk, path));
    // An import accepts less than the author's own folder.
    if (tree.problems.length > 0) return { ok: false, problems: tree.problems };
    return { ok: true, files: tree.files, name: base };
  }
  const bytes = await disk.read(path);
  if (!bytes) return undefined;
  if (/\.zip$/i.test(base) || isZip(bytes)) return readZip(bytes);
  const { files } = await filesOfFile(disk, path, bytes);
  const stem = stemOf(base);
  // An index is named after its folder, wherever it is written.
  const name = stem === 'index' ? path.split('/').at(-2) : stem;
  return { ok: true, files, ...(name ? { name } : {}) };
}

/** The signatures of a zip file: an entry, or the end of an empty archive. Source: APPNOTE 6.3, section 4.3. */
const isZip = ([p, k, kind]: Uint8Array): boolean =>
  p === 0x50 && k === 0x4b && (kind === 3 || kind === 5);
