import { FoundPicked, FoundServers } from '../../../../shared/protocol/mcp/found-servers.ts';
import { ServerSummary } from '../../../../shared/protocol/mcp/state.ts';
import { personHome, variable } from '../../../platform/process/own-process.ts';
import { findPrograms } from '../../../platform/process/programs.ts';
import { foundIn, readOtherPrograms } from '../../../remote/found/read-other-programs.ts';
import type { RemoteServers } from '../../../remote/servers.ts';
import { answerJson } from '../../http/answer-json.ts';
import { refuse } from '../../http/refuse.ts';
import { route, type Route } from '../../http/route.ts';
import { addServer } from '../mcp-servers.ts';

/** Reads other programs' files again each time. */
async function read() {
  const { deno } = findPrograms();
  if (deno === undefined)
    return { problem: 'Deno is missing, which reads nothing but those files' };
  return readOtherPrograms(deno, { home: personHome(), config: variable('XDG_CONFIG_HOME') });
}

/** Routes for the servers in other programs' settings: listed without possible secrets, and added one by one. */
export const foundServerRoutes = ({ servers }: { servers: RemoteServers }): Route[] => [
  route({
    ...{ method: 'GET', path: '/api/mcp-servers/found', access: 'page', answer: FoundServers },
    summary: 'The servers in the files of other programs on this machine',
    async handle() {
      const found = await read();
      const told =
        'problem' in found
          ? { files: [], problem: found.problem }
          : foundIn(found.files, (name) => servers.get(name) !== undefined);
      return answerJson(told satisfies FoundServers);
    },
  }),
  route({
    ...{ method: 'POST', path: '/api/mcp-servers/found', access: 'page', answer: ServerSummary },
    summary: 'Adds one of them, turned off; its secrets are copied from file to file',
    body: FoundPicked,
    async handle({ body: { path, name } }) {
      const found = await read();
      const file = 'files' in found ? found.files.find((one) => one.path === path) : undefined;
      const picked = file?.servers.find((one) => one.name === name);
      if (!picked) return refuse(404, 'no-such-server', 'There is no such server in the files');
      return addServer(servers, { ...picked, settings: { ...picked.settings, enabled: false } });
    },
  }),
];
