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
    summary: 'Lets programs see and call a tool, or not',
    body: EnableRequest.strict(),
    async handle({ params, body }) {
      const { id = '' } = params;
      const unit = await sources.unit(id);
      if (!unit) return toolAnswers.absent(id);
      await settings.enable(id, body.enabled, unit.switchedAs, sources.workspace.twinsOf(unit));
      channel.tell({ event: 'changed', data: { ids: [id] } });
      return new Response(null, { status: 204 });
    },
  });
