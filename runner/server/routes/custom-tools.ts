import { z } from 'zod';
import { readFolder } from '../../../shared/formats/read-folder.ts';
import { threeLayer } from '../../../shared/formats/three-layer.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { Json, JsonObject } from '../../../shared/tool/json.ts';
import type { Sources } from '../../sources/sources.ts';
import type { ToolStore } from '../../store/tool-store.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';

/**
 * The body of `POST /api/admin/custom-tools`: the fields of definition.json, further ones kept as they
 * are, and the other three files beside them. Source: seed 001, section 9.2.
 */
const CustomTool = z
  .object({
    id: z.string(),
    execution_code: z.string().optional(),
    execution: z.object({ code_template: z.string() }).optional(),
    /** An empty object deletes return.json; left out, the file stays as it is. */
    return: JsonObject.optional(),
    return_config: JsonObject.optional(),
    meta: JsonObject.optional(),
    notes: z.string().optional(),
  })
  .catchall(Json);
type CustomTool = z.infer<typeof CustomTool>;

const path = '/api/admin/custom-tools';

/** The interface of seed 001 over the same folders. */
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
    summary: 'The loaded custom tools, each as a POST would have it',
    async handle() {
      await sources.fresh();
      const loaded = sources.registry.units().filter(({ tools }) => tools.length > 0);
      const tools = loaded.flatMap(({ id, folder }) => fromFolder(id, folder.files) ?? []);
      return Response.json({ tools });
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
      const format = before && readFolder(body.id, before.files).format;
      if (format !== undefined && format !== 'unknown' && format !== threeLayer.id) {
        const hint = `Give another "id", or save its files with PUT /api/tools/${encodeURIComponent(body.id)}`;
        const message = `"${body.id}" is of the format "${format}", and this interface writes a definition and its code`;
        return refuse(409, 'other-format', message, { path: 'id', hint });
      }
      const files = toFolder(body, before?.files ?? {});
      // What was read is what is replaced, should somebody save in between.
      const condition = before ? { etag: before.etag } : 'absent';
      const saved = await store.save(body.id, files, condition);
      sources.workspace.mark([body.id]);
      switch (saved.kind) {
        case 'saved':
          return Response.json(fromFolder(body.id, saved.folder.files), {
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
      return removed.kind === 'removed' ? Response.json({ deleted: id }) : toolAnswers.absent(id);
    },
  }),
];

function objectOf(files: Folder, file: string): JsonObject | undefined {
  const content = files[file];
  if (typeof content !== 'string') return undefined;
  try {
    return JsonObject.safeParse(JSON.parse(content.replace(/^\ufeff/, ''))).data;
  } catch {
    return undefined;
  }
}

/** A tool as the API lists it: what a POST of the same would write. Undefined when it is not loaded. */
function fromFolder(folderName: string, files: Folder): CustomTool | undefined {
  const definition = objectOf(files, 'definition.json');
  const executed = Object.keys(files).find((file) => /^execution\.\w+$/.test(file));
  const code = executed === undefined ? undefined : files[executed];
  if (!definition || typeof code !== 'string') return undefined;
  const returns = objectOf(files, 'return.json');
  const meta = objectOf(files, 'meta.json');
  return {
    ...definition,
    // The folder's name is what the API's other calls know the tool by.
    id: folderName,
    execution_code: code,
    ...(returns === undefined ? {} : { return: returns }),
    ...(meta === undefined ? {} : { meta }),
  };
}

const text = (value: Json) => `${JSON.stringify(value, null, 2)}\n`;
const starter = '# add python code here\n';

/** The file of an optional layer: written, deleted when it is empty, kept when nothing is said of it. */
function layer(files: Folder, file: string, value: Json | undefined): void {
  if (value === undefined) return;
  if (Object.keys(value ?? {}).length === 0) delete files[file];
  else files[file] = text(value);
}

/** The folder after a POST: its four files as the body has them, all others as they were. */
function toFolder(tool: CustomTool, before: Folder): Folder {
  const {
    execution_code: code,
    execution,
    return: returns,
    return_config,
    meta,
    notes,
    ...definition
  } = tool;
  const files = { ...before };
  const executed = Object.keys(before).find((file) => /^execution\.\w+$/.test(file));
  const file = executed ?? 'execution.py';
  files['definition.json'] = text(definition as Json);
  files[file] = code ?? execution?.code_template ?? before[file] ?? starter;
  layer(files, 'return.json', returns ?? return_config);
  layer(files, 'meta.json', meta ?? (notes === undefined ? undefined : { notes }));
  return files;
}
