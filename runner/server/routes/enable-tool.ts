import { EnableRequest } from '../../../shared/protocol/tools.ts';
import type { Sources } from '../../sources/sources.ts';
import type { Settings } from '../../store/settings.ts';
import type { Channel } from '../channel.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';

interface Needs {
  sources: Sources;
  settings: Settings;
  channel: Channel;
}

export const enableTool = ({ sources, settings, channel }: Needs): Route =>
  route({
    method: 'PUT',
    path: '/api/tools/:id/enabled',
    access: 'page',
    summary: 'Sets whether programs may see and call a tool',
    body: EnableRequest.strict(),
    async handle({ params, body }) {
      const { id = '' } = params;
      const unit = await sources.unit(id);
      if (!unit) return toolAnswers.absent(id);
      const twins = sources.workspace.twinsOf(unit);
      await settings.enable(id, body.enabled, unit.switchedAs, twins);
      channel.tell({ event: 'changed', data: { ids: [id] } });
      return new Response(null, { status: 204 });
    },
  });
