import { EnableRequest } from '../../shared/protocol/tools.ts';
import { route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';

export const enableTool = route({
  method: 'PUT',
  path: '/api/tools/:id/enabled',
  access: 'page',
  summary: 'Lets programs see and call a tool, or not',
  body: EnableRequest.strict(),
  async handle({ params, body, parts }) {
    const { id = '' } = params;
    if (!(await parts.tools.read(id))) return toolAnswers.absent(id);
    await parts.settings.enable(id, body.enabled);
    parts.channel.tell({ event: 'changed', data: { ids: [id] } });
    return new Response(null, { status: 204 });
  },
});
