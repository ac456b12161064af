import { readFolder } from '../../../shared/formats/read-folder.ts';
import { moduleFiles } from '../../../shared/formats/script-module/module-files.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Sources } from '../../sources/sources.ts';
import type { ToolStore } from '../../store/tools/tool-store.ts';
import { answerJson } from '../http/answer-json.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';
import { CustomTool, fromFolder, toFolder } from './custom-tool-files.ts';

const path = '/api/admin/custom-tools';

/** The interface of seed 001 for the same folders. */
export const customToolRoutes = ({
  sources,
  store,
}: {
  sources: Sources;
  store: ToolStore;
}): Route[] => [
  route({
    method: 'GET',
    path,
    access: 'author',
    summary: 'The loaded custom tools, each in the form of the POST body',
    async handle() {
      await sources.fresh();
      const loaded = sources.registry.units().filter(({ tools }) => tools.length > 0);
      const tools = loaded.flatMap(({ id, folder }) => fromFolder(id, folder.files) ?? []);
      return answerJson({ tools });
    },
  }),

  route({
    method: 'POST',
    path,
    access: 'author',
    summary: 'Creates or updates a custom tool: writes its four files',
    body: CustomTool,
    async handle({ body }) {
      const before = await store.read(body.id);
      const other = otherTool(body.id, before?.files ?? {});
      if (other) return other;
      const files = toFolder(body, before?.files ?? {});
      // Replaces only what was read, in case of a save in between.
      const condition = before ? { etag: before.etag } : 'absent';
      const saved = await store.save(body.id, files, condition);
      sources.workspace.mark([body.id]);
      switch (saved.kind) {
        case 'saved':
          return answerJson(fromFolder(body.id, saved.folder.files), {
            status: before ? 200 : 201,
          });
        case 'refused':
          return toolAnswers.refused(400, saved.problems);
        case 'conflict':
        case 'gone':
          return refuse(409, 'changed-meanwhile', `"${body.id}" was changed at the same moment`);
      }
    },
  }),

  route({
    method: 'DELETE',
    path,
    access: 'author',
    summary: 'Moves a custom tool to the trash',
    query: { id: 'The id of the tool' },
    async handle({ query }) {
      const id = query.get('id') ?? '';
      const removed = await store.remove(id, 'any');
      sources.workspace.mark([id]);
      return removed.kind === 'removed' ? answerJson({ deleted: id }) : toolAnswers.absent(id);
    },
  }),
];

/** Returns why this interface cannot replace the existing tool. */
function otherTool(id: string, files: Folder): Response | undefined {
  if (Object.hasOwn(files, 'definition.json')) return undefined;
  const read = readFolder(id, files);
  const [script] = moduleFiles(files);
  if (!script && read.toolset.tools.length === 0) return undefined;
  return refuse(
    409,
    'other-format',
    `"${id}" is not a three-layer tool; saving it here would break it`,
    {
      path: 'id',
      hint: `Save its files with PUT /api/tools/${id}, or choose another id`,
    },
  );
}
