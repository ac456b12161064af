import { ExternalModules } from '../../shared/protocol/modules/external-modules.ts';
import { ModuleRights, GrantedRights } from '../../shared/protocol/modules/module-rights.ts';
import { ModuleSession } from '../../shared/protocol/modules/module-session.ts';
import type { SessionEventRequest } from '../../shared/protocol/modules/module-session.ts';
import { Declared } from '../../shared/tool/declared.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { call } from './client.ts';

const of = (id: string, what: string) => `/api/tools/${encodeURIComponent(id)}/${what}`;

/** TypeScript modules, which only the runner can load: what they declare, their sessions and rights. */
export const modulesApi = {
  declare: (folder: { name: string; files: Folder }) =>
    call('/api/modules/declare', Declared, { method: 'POST', body: folder }),
  external: () => call('/api/external-modules', ExternalModules),
  session: (id: string) => call(of(id, 'session'), ModuleSession),
  fire: (id: string, body: SessionEventRequest) =>
    call(of(id, 'session'), ModuleSession, { method: 'POST', body }),
  rights: (id: string) => call(of(id, 'rights'), GrantedRights),
  grant: (id: string, body: ModuleRights) =>
    call(of(id, 'rights'), GrantedRights, { method: 'PUT', body }),
};
