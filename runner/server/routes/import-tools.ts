import { checkFolderNames } from '../../../shared/formats/import/folder-names.ts';
import { bytesOf } from '../../../shared/formats/file-bytes.ts';
import { foldersOfImport } from '../../../shared/formats/import/folders-of-import.ts';
import { readZip } from '../../../shared/formats/import/zip.ts';
import type { ZipRead } from '../../../shared/formats/import/zip.ts';
import { ImportAnswer, ImportRequest } from '../../../shared/protocol/tools.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';
import type { Sources } from '../../sources/sources.ts';
import type { Settings } from '../../store/settings.ts';
import type { ToolStore } from '../../store/tool-store.ts';
import { isToolId, toToolId } from '../../store/tool-id.ts';
import { answerJson } from '../http/answer-json.ts';

const unpack = (request: ImportRequest): ZipRead => {
  if ('zip' in request) return readZip(bytesOf({ base64: request.zip }));
  const problems = checkFolderNames(Object.keys(request.files));
  return problems.length === 0 ? { ok: true, files: request.files } : { ok: false, problems };
};

interface Needs {
  sources: Sources;
  store: ToolStore;
  settings: Settings;
}

export const importTools = ({ sources, store, settings }: Needs): Route =>
  route({
    method: 'POST',
    path: '/api/import',
    access: 'author',
    summary:
      'Puts tool folders from a zip or from files beside the others, disabled and under free ids',
    body: ImportRequest,
    bodyBytes: 48 * 1024 * 1024,
    answer: ImportAnswer,
    async handle({ body }) {
      const unpacked = unpack(body);
      if (!unpacked.ok) return toolAnswers.refused(422, unpacked.problems);
      const name = body.name === undefined ? undefined : toToolId(body.name);
      const { folders, problems } = foldersOfImport(unpacked.files, name);
      if (problems.some(({ severity }) => severity === 'error')) {
        return toolAnswers.refused(422, problems);
      }
      const wrong = [...folders.values()].flatMap((files) => checkFolderNames(Object.keys(files)));
      if (wrong.length > 0) return toolAnswers.refused(422, wrong);
      const ids: string[] = [];
      try {
        for (const [wanted, files] of folders) {
          const id = isToolId(wanted) ? wanted : toToolId(wanted);
          // Disabled before it is there, so that it is callable at no moment.
          const made = await store.create(id, files, (free) => settings.enable(free, false));
          if (made) ids.push(made.id);
        }
      } catch (error) {
        // All of them or none, so that the same import can be tried again.
        for (const id of ids) await store.discard(id);
        throw error;
      }
      sources.workspace.mark(ids);
      return answerJson({ ids, problems } satisfies ImportAnswer, { status: 201 });
    },
  });
