import { languages } from '../../shared/languages/languages.ts';
import { Health } from '../../shared/protocol/health.ts';
import type { HostHealth } from '../../shared/protocol/health.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';

async function healthOf(parts: Parts): Promise<Health> {
  const rows = [...languages.values()].map(async (language): Promise<[string, HostHealth]> => {
    const host = parts.hosts.get(language.host);
    if (!host)
      return [language.id, { ready: false, layers: [], reason: 'Lathe has no host for it' }];
    const reason = await host.missing();
    const layers = reason === undefined ? await host.layers() : [];
    return [language.id, { ready: reason === undefined, layers, ...(reason ? { reason } : {}) }];
  });
  const { version, engine, workspace, loosened } = parts;
  return {
    version,
    engine,
    workspace,
    hosts: Object.fromEntries(await Promise.all(rows)),
    loosened,
  };
}

export const health = route({
  method: 'GET',
  path: '/api/health',
  access: 'open',
  summary: 'Whether the runner is there; with a credential also what isolates right now',
  answer: Health,
  async handle({ caller, parts }) {
    return Response.json(caller === undefined ? { ok: true } : await healthOf(parts));
  },
});
