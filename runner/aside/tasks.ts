import { bytesOf } from '../../shared/formats/file-bytes.ts';
import { checkFolderNames } from '../../shared/formats/import/folder-names.ts';
import { foldersOfImport } from '../../shared/formats/import/folders-of-import.ts';
import { readZip, type ZipRead } from '../../shared/formats/import/zip.ts';
import { readFolder } from '../../shared/formats/read-folder.ts';
import { readingFaults } from '../../shared/formats/reading-limits.ts';
import type { ImportRequest } from '../../shared/protocol/tools.ts';
import { checkArguments } from '../../shared/registry/call/check-call.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import type { ProcessJob } from '../../shared/tool/run/job.ts';
import type { Arguments, JsonSchema } from '../../shared/tool/json.ts';
import type { Problem } from '../../shared/tool/problem/problem.ts';
import type { Declare } from '../../shared/tool/declared.ts';

/** The tool folders of an import by id, or why it is refused. */
export type Unpacked =
  | {
      ok: true;
      folders: [string, Folder][];
      servers: [string, Folder][];
      problems: Problem[];
    }
  | { ok: false; problems: Problem[] };

function unpack(request: ImportRequest, name: string | undefined): Unpacked {
  const read: ZipRead =
    'zip' in request ? readZip(bytesOf({ base64: request.zip })) : named(request.files);
  if (!read.ok) return read;
  const { folders, servers, problems } = foldersOfImport(read.files, name);
  if (problems.some(({ severity }) => severity === 'error')) return { ok: false, problems };
  const wrong = [...folders.values(), ...servers.values()].flatMap((files) => [
    ...checkFolderNames(Object.keys(files)),
    ...readingFaults(files),
  ]);
  return wrong.length > 0
    ? { ok: false, problems: wrong }
    : { ok: true, folders: [...folders], servers: [...servers], problems };
}

const named = (files: Folder): ZipRead => {
  const problems = checkFolderNames(Object.keys(files));
  return problems.length === 0 ? { ok: true, files } : { ok: false, problems };
};

/**
 * Synchronous work on foreign texts, whose time grows with them. Input and output are JSON, which passes between
 * threads without changing numbers.
 */
export const tasks = {
  read: async (name: string, files: Folder) => readFolder(name, files),
  unpack: async (request: ImportRequest, name: string | undefined) => unpack(request, name),
  check: async (parameters: JsonSchema, args: Arguments) => checkArguments(parameters, args),
  judge: async (job: ProcessJob, place: { boundary: string; allowed: readonly string[] }) =>
    (await here()).judgesHere.get(job.host)?.(job, place),
  declare: async (language: string, asked: Parameters<Declare>[0]) =>
    (await here()).readersHere.get(language)?.(asked),
};

/** The outcome of a task, as JSON for the other thread. */
export type Answer = { value: unknown } | { broke: string };

export async function answerOf(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { value: await work() };
  } catch (cause) {
    return { broke: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Imported late, because a thread that only reads folders needs no shell grammar. */
const here = () => import('../hosts/languages/languages.ts');

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
