import { readFolder } from '../../../shared/formats/read-folder.ts';
import type { FolderRead } from '../../../shared/formats/read-folder.ts';
import { authoredTool } from '../../../shared/registry/authored-tool.ts';
import type { Engine } from '../../../shared/registry/authored-plan.ts';
import { fileProblem } from '../../../shared/tool/problem.ts';
import type { Problem } from '../../../shared/tool/problem.ts';
import { type LoadedFolder } from '../../store/script-modules.ts';
import type { StoredFolder } from '../../store/tool-store.ts';
import type { RunnerUnit } from '../unit.ts';

export function unitOf({ folder, problems, ignored }: LoadedFolder, engine: () => Engine): RunnerUnit {
  const kept = readSafely(folder);
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

/** A reader that breaks on one folder must not hide the others. */
function readSafely(folder: StoredFolder): FolderRead {
  try {
    return readFolder(folder.id, folder.files);
  } catch (error) {
    return unreadable(folder.id, error);
  }
}

function unreadable(id: string, error: unknown): FolderRead {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `"${id}" could not be read: ${reason}`;
  const values = { folder: id };
  const problem = fileProblem('error', 'unreadable-folder', 'definition.json', message, values);
  const toolset = { format: 'unknown', group: { name: id }, tools: [] };
  return { toolset, problems: [problem], samples: [], format: 'unknown' };
}

/** A folder that the disk does not give, as a unit without tools that says why. */
export const unreadUnit = (id: string, error: unknown, engine: () => Engine): RunnerUnit => {
  const folder = { id, etag: '', modifiedAt: 0, files: {}, problems: [] };
  return { ...readUnit(folder, unreadable(id, error), [], engine), source: 'authored' };
};

/** Two groups of one name are told apart by nothing that a model or a setting could say. */
export function sameGroup({ group, read }: RunnerUnit, others: string[]): Problem {
  const message = `The group "${group}" is in "${others.join('", "')}", too; rename one script`;
  const file = read?.toolset.tools[0]?.code.file ?? group;
  const values = { name: group, others: others.join(', ') };
  return fileProblem('warning', 'same-group', file, message, values);
}
