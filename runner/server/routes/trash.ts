import { ToolFolder, TrashList } from '../../../shared/protocol/tools.ts';
import type { Sources } from '../../sources/sources.ts';
import type { Settings } from '../../store/settings.ts';
import type { ToolStore } from '../../store/tools/tool-store.ts';
import { answerJson } from '../http/answer-json.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';

interface Needs {
  sources: Sources;
  store: ToolStore;
  settings: Settings;
}

/** Routes that list, restore and permanently delete what is in the trash. */
export const trashRoutes = ({ sources, store, settings }: Needs): Route[] => [
  route({
    method: 'GET',
    path: '/api/trash',
    access: 'author',
    summary: 'The deleted tool folders, each with the id that it would be restored under',
    answer: TrashList,
    async handle() {
      return answerJson({ discarded: await store.discarded() });
    },
  }),
  route({
    method: 'POST',
    path: '/api/trash/:key/restore',
    access: 'author',
    summary: 'Restores a folder from the trash, disabled, under a free id if its own is taken',
    answer: ToolFolder,
    async handle({ params }) {
      // Turned off before it exists, as for an import: its former state is unknown.
      const folder = await store.restore(params.key ?? '', (id) => settings.enable(id, false));
      if (folder) sources.workspace.mark([folder.id]);
      return folder ? toolAnswers.folder(folder, 201) : notInTrash();
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/trash/:key',
    access: 'page',
    summary: 'Deletes a folder in the trash permanently',
    async handle({ params }) {
      const { key = '' } = params;
      return (await store.deleteForever(key)) ? answerJson({ deleted: key }) : notInTrash();
    },
  }),
];

const notInTrash = (): Response =>
  refuse(404, 'not-in-trash', 'That folder is not in the trash', {
    hint: 'It was restored or deleted in the meantime. List the trash again',
  });
