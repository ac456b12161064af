import { CustomTool } from '../custom-tools/custom-tool.ts';
import { fromFolder } from '../custom-tools/from-folder.ts';
import { toFolder } from '../custom-tools/to-folder.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';

const path = '/api/admin/custom-tools';

export const listCustomTools = route({
  method: 'GET',
  path,
  access: 'author',
  summary: 'The loaded custom tools, each as a POST would have it',
  async handle({ parts }) {
    const entries = await parts.library.entries();
    const loaded = entries.filter(({ read }) => read.toolset.tools.length > 0);
    const tools = loaded.flatMap(({ folder }) => fromFolder(folder.id, folder.files) ?? []);
    return Response.json({ tools });
  },
});

export const saveCustomTool = route({
  method: 'POST',
  path,
  access: 'author',
  summary: 'Creates or updates a custom tool: writes its four files',
  body: CustomTool,
  async handle({ body, parts }) {
    const before = await parts.tools.read(body.id);
    const files = toFolder(body, before?.files ?? {});
    // What was read is what is replaced, should somebody save in between.
    const condition = before ? { etag: before.etag } : 'absent';
    const saved = await parts.tools.save(body.id, files, condition);
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
});

export const removeCustomTool = route({
  method: 'DELETE',
  path,
  access: 'author',
  summary: 'Moves a custom tool to the trash',
  query: { id: 'The id of the tool' },
  async handle({ query, parts }) {
    const id = query.get('id') ?? '';
    const removed = await parts.tools.remove(id, 'any');
    return removed.kind === 'removed' ? Response.json({ deleted: id }) : toolAnswers.absent(id);
  },
});
