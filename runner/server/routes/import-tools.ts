import { ImportAnswer, ImportRequest } from '../../../shared/protocol/tools.ts';
import { aside, type Outcome } from '../../aside/aside.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';
import type { RemoteServers } from '../../remote/servers.ts';
import type { Sources } from '../../sources/sources.ts';
import type { Settings } from '../../store/settings.ts';
import type { ToolStore } from '../../store/tools/tool-store.ts';
import { isToolId, toToolId } from '../../store/tools/tool-id.ts';
import { answerJson } from '../http/answer-json.ts';

const unfinished = ({ reason, afterMs }: Extract<Outcome<never>, { ok: false }>): Response =>
  afterMs === undefined
    ? refuse(503, 'too-busy', `The import was not unpacked: ${reason}`)
    : refuse(422, 'import-too-slow', `Unpacking the import took too long: ${reason}`, {
        hint: 'Import fewer or smaller tools at a time',
      });

interface Needs {
  sources: Sources;
  store: ToolStore;
  settings: Settings;
  servers: RemoteServers;
}

export const importTools = ({ sources, store, settings, servers }: Needs): Route =>
  route({
    method: 'POST',
    path: '/api/import',
    access: 'author',
    summary:
      'Imports tool folders and MCP server folders from a zip or from files, disabled and under free ids',
    body: ImportRequest,
    bodyBytes: 48 * 1024 * 1024,
    answer: ImportAnswer,
    async handle({ body }) {
      const name = body.name === undefined ? undefined : toToolId(body.name);
      const done = await aside('unpack', [body, name], { key: 'unpack' });
      if (!done.ok) return unfinished(done);
      if (!done.value.ok) return toolAnswers.refused(422, done.value.problems);
      const { folders, servers: described, problems } = done.value;
      const ids: string[] = [];
      const names: string[] = [];
      let placed: string[];
      try {
        for (const [wanted, files] of folders) {
          const id = isToolId(wanted) ? wanted : toToolId(wanted);
          // Turned off before it exists, so that nobody can call it in between.
          const made = await store.create(id, files, (free) => settings.enable(free, false));
          if (!made) continue;
          ids.push(made.id);
          names.push(wanted);
        }
        placed = described.length > 0 ? await servers.place(described) : [];
      } catch (error) {
        // All or none, so that the same import can be repeated.
        for (const id of ids) await store.discard(id);
        throw error;
      }
      sources.workspace.mark(ids);
      return answerJson({ ids, names, servers: placed, problems } satisfies ImportAnswer, {
        status: 201,
      });
    },
  });
