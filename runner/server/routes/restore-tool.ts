import { ToolFolder } from '../../../shared/protocol/tools.ts';
import type { Sources } from '../../sources/sources.ts';
import type { ToolStore } from '../../store/tool-store.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';

interface Needs {
  sources: Sources;
  store: ToolStore;
}

export const restoreTool = ({ sources, store }: Needs): Route =>
  route({
    method: 'POST',
    path: '/api/trash/:key/restore',
    access: 'author',
    summary: 'Takes a folder out of the trash, under a free id when its own is taken',
    answer: ToolFolder,
    async handle({ params }) {
      const folder = await store.restore(params.key ?? '');
      if (folder) sources.workspace.mark([folder.id]);
      return folder
        ? toolAnswers.folder(folder, 201)
        : refuse(404, 'not-in-trash', 'That folder is not in the trash');
    },
  });
