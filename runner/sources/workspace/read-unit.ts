import { unread } from '../../../shared/formats/read-unchecked.ts';
import type { FolderRead } from '../../../shared/formats/read-unchecked.ts';
import { authoredTool } from '../../../shared/registry/authored/authored-tool.ts';
import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import { fileProblem } from '../../../shared/tool/problem/problem.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import { type LoadedFolder } from '../../store/tools/script-modules.ts';
import type { StoredFolder } from '../../store/tools/tool-store.ts';
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

/** Returns the unit of a folder's files. */
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

/**
 * Reads a folder outside the event loop. A reader that fails, or takes too long, must not hide or delay other
 * folders.
 */
export async function readAside(id: string, files: Folder): Promise<FolderRead> {
  const done = await aside('read', [id, files], { key: id, isPatient: true });
  if (done.ok) return done.value;
  return done.afterMs === undefined
    ? unreadable(id, done.reason)
    : unread(id, tooSlow(id, files, done.afterMs / 1000));
}

/**
 * Returns the problem of a folder that exceeded the time limit; it names the largest file as the likeliest reason.
 */
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

/** Returns the unit of a folder that is read for the first time: its tools follow. */
export const pendingUnit = (folder: StoredFolder, engine: () => Engine): RunnerUnit => {
  const message = `"${folder.id}" is being read; its tools follow`;
  const why = fileProblem('info', 'being-read', '', message, { folder: folder.id });
  return { ...readUnit(folder, unread(folder.id, why), [], engine), source: 'authored' };
};

/** Returns the unit of a folder that the disk could not read: no tools, and the reason. */
export const unreadUnit = (id: string, error: unknown, engine: () => Engine): RunnerUnit => {
  const folder = { id, etag: '', modifiedAt: 0, files: {}, problems: [] };
  return { ...readUnit(folder, unreadable(id, wordsOf(error)), [], engine), source: 'authored' };
};

/** Returns a problem if several groups have the same name, because a model could not tell them apart. */
export function sameGroup({ group, read }: RunnerUnit, others: readonly string[]): Problem[] {
  if (others.length === 0) return [];
  const message = `The group "${group}" is in "${others.join('", "')}", too; rename one script`;
  const file = read?.toolset.tools[0]?.code.file ?? group;
  const values = { name: group, others: others.join(', ') };
  return [fileProblem('warning', 'same-group', file, message, values)];
}
