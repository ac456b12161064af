import { unread } from '../../../shared/formats/read-unchecked.ts';
import type { FolderRead } from '../../../shared/formats/read-unchecked.ts';
import { authoredTool } from '../../../shared/registry/authored/authored-tool.ts';
import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import { fileProblem } from '../../../shared/tool/problem/problem.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import { type LoadedFolder } from '../../store/script-modules.ts';
import type { StoredFolder } from '../../store/tool-store.ts';
import { aside } from '../../aside/aside.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { RunnerUnit } from '../unit.ts';

export async function unitOf(
  { folder, problems, ignored }: LoadedFolder,
  engine: () => Engine,
): Promise<RunnerUnit> {
  const kept = await readAside(folder.id, folder.files);
  const read = ignored ? { ...kept, ...withoutTools(kept, ignored) } : kept;
  return { ...readUnit(folder, read, problems, engine), source: 'authored' };
}

/** What stands in the files of a folder, as a unit. */
export function readUnit(
  { id, etag, files, modifiedAt, problems: unread }: StoredFolder,
  read: FolderRead,
  problems: readonly Problem[],
  engine: () => Engine,
): Omit<RunnerUnit, 'source'> {
  const { group, tools } = read.toolset;
  const [first] = tools;
  return {
    ...{ id, hash: etag, read, group: group.name },
    folder: { id, etag, files },
    switchedAs: read.format === 'script-module' ? group.name : undefined,
    tools: tools.map((tool) => authoredTool(tool, engine)),
    facts: {
      format: read.format,
      language: first?.code.language,
      category: first?.definition.category ?? 'custom',
      modifiedAt,
      problems: [...unread, ...problems, ...read.problems],
    },
  };
}

const withoutTools = (read: FolderRead, why: Problem) => ({
  toolset: { ...read.toolset, tools: [] },
  problems: [why],
});

/** What stands in a folder. A reader that breaks on it, or takes too long, must not hide or hold up others. */
export async function readAside(id: string, files: Folder): Promise<FolderRead> {
  const done = await aside('read', [id, files], { key: id, isPatient: true });
  if (done.ok) return done.value;
  return done.afterMs === undefined
    ? unreadable(id, done.reason)
    : unread(id, tooSlow(id, files, done.afterMs / 1000));
}

/** A folder that was read for as long as one may be; its largest file is the likeliest reason. */
function tooSlow(folder: string, files: Folder, seconds: number): Problem {
  const length = (path: string) => (typeof files[path] === 'string' ? files[path].length : 0);
  const [file = ''] = Object.keys(files).toSorted((a, b) => length(b) - length(a));
  const message = `Reading "${folder}" took longer than ${seconds} s and was stopped; make "${file}" shorter or simpler`;
  return fileProblem('error', 'reading-too-slow', file, message, { folder, file, seconds });
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const unreadable = (folder: string, reason: string): FolderRead => {
  const message = `"${folder}" could not be read: ${reason}`;
  return unread(
    folder,
    fileProblem('error', 'unreadable-folder', 'definition.json', message, { folder, why: reason }),
  );
};

/** A folder that is read beside the loop for the first time: it is there, and its tools follow. */
export const pendingUnit = (folder: StoredFolder, engine: () => Engine): RunnerUnit => {
  const message = `"${folder.id}" is being read; its tools follow`;
  const why = fileProblem('info', 'being-read', '', message, { folder: folder.id });
  return { ...readUnit(folder, unread(folder.id, why), [], engine), source: 'authored' };
};

/** A folder that the disk does not give, as a unit without tools that says why. */
export const unreadUnit = (id: string, error: unknown, engine: () => Engine): RunnerUnit => {
  const folder = { id, etag: '', modifiedAt: 0, files: {}, problems: [] };
  return { ...readUnit(folder, unreadable(id, wordsOf(error)), [], engine), source: 'authored' };
};

/** Two groups of one name are told apart by nothing that a model could say. */
export function sameGroup({ group, read }: RunnerUnit, others: readonly string[]): Problem[] {
  if (others.length === 0) return [];
  const message = `The group "${group}" is in "${others.join('", "')}", too; rename one script`;
  const file = read?.toolset.tools[0]?.code.file ?? group;
  const values = { name: group, others: others.join(', ') };
  return [fileProblem('warning', 'same-group', file, message, values)];
}
