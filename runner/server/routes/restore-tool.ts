import { ToolFolder } from '../../../shared/protocol/tools.ts';
import type { Sources } from '../../sources/sources.ts';
import type { Settings } from '../../store/settings.ts';
import type { ToolStore } from '../../store/tool-store.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';

interface Needs {
  sources: Sources;
  store: ToolStore;
  settings: Settings;
}

export const restoreTool = ({ sources, store, settings }: Needs): Route =>
  route({
    method: 'POST',
    path: '/api/trash/:key/restore',
    access: 'author',
    summary: 'Takes a folder out of the trash, disabled, under a free id when its own is taken',
    answer: ToolFolder,
    async handle({ params }) {
      // Off before it is there, as what is imported: nobody knows any more what it was when it went.
      const folder = await store.restore(params.key ?? '', (id) => settings.enable(id, false));
      if (folder) sources.workspace.mark([folder.id]);
      return folder
        ? toolAnswers.folder(folder, 201)
        : refuse(404, 'not-in-trash', 'That folder is not in the trash');
    },
  });
