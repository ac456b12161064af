import {
  ServerExported,
  SERVER_FILE,
  serverFolder,
} from '../../../../shared/protocol/mcp/server-folder.ts';
import type { RemoteServers } from '../../../remote/servers.ts';
import { answerJson } from '../../http/answer-json.ts';
import { refuse } from '../../http/refuse.ts';
import { route, type Route } from '../../http/route.ts';
import { noSuchServer } from '../mcp-servers.ts';

/** Writes a server of this machine as a folder of the workspace, which can be shared. */
export const serverFolderRoute = ({ servers }: { servers: RemoteServers }): Route =>
  route({
    ...{ method: 'POST', path: '/api/mcp-servers/:name/folder', access: 'page' },
    summary:
      'Saves a server as a folder of the workspace, without secrets and permissions, and lists what is left out',
    answer: ServerExported,
    async handle({ params }) {
      const server = servers.get(params.name ?? '');
      if (!server) return noSuchServer();
      const done = await servers.export(server);
      if ('refused' in done && done.refused === 'gone') return noSuchServer();
      if ('refused' in done)
        return refuse(409, 'not-a-folder', `It cannot be a folder: ${done.why}`, {
          values: { why: done.why },
        });
      const file = `${serverFolder(server.name)}/${SERVER_FILE}`;
      return answerJson({ file, ...done.exported } satisfies ServerExported);
    },
  });
