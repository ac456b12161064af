import { ModuleSession, SessionEventRequest } from '../../../shared/protocol/module-session.ts';
import { moduleHostOf } from '../../hosts/module/module-host.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';

const path = '/api/tools/:id/session';
const absent = () => refuse(404, 'no-modules', 'This runner has no host for modules');

export const readModuleSession = route({
  method: 'GET',
  path,
  access: 'author',
  summary: "What a module's session holds: its results, pending actions and log",
  answer: ModuleSession,
  handle({ params, parts }) {
    const host = moduleHostOf(parts.hosts);
    return host ? Response.json(host.sessionOf(params.id ?? '')) : absent();
  },
});

export const fireSessionEvent = route({
  method: 'POST',
  path,
  access: 'author',
  summary: 'Tells a module of an event of its session',
  body: SessionEventRequest.strict(),
  answer: ModuleSession,
  async handle({ params, body, parts }) {
    const host = moduleHostOf(parts.hosts);
    if (!host) return absent();
    const { id = '' } = params;
    await host.fire(id, body.event, body.keep);
    if (body.event.reason === 'shutdown') await host.sleep(id);
    return Response.json(host.sessionOf(id));
  },
});
