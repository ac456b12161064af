import { ToolFolder } from '../../../shared/protocol/tools.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';

export const restoreTool = route({
  method: 'POST',
  path: '/api/trash/:key/restore',
  access: 'author',
  summary: 'Takes a folder out of the trash, disabled, under a free id when its own is taken',
  answer: ToolFolder,
  async handle({ params, parts }) {
    // Off before it is there, as what is imported: nobody knows any more what it was when it went.
    const folder = await parts.tools.restore(params.key ?? '', (id) =>
      parts.settings.enable(id, false),
    );
    return folder
      ? toolAnswers.folder(folder, 201)
      : refuse(404, 'not-in-trash', 'That folder is not in the trash');
  },
});
