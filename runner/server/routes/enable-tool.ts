import { builtinId } from '../../../shared/protocol/builtin-id.ts';
import { EnableRequest } from '../../../shared/protocol/tools.ts';
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
    const name = builtinId.nameIn(id);
    const tool = name === undefined ? undefined : await parts.builtins.get(name);
    const entry = tool ? undefined : await parts.library.entry(id);
    if (!tool && !entry) return toolAnswers.absent(id);
    const group =
      entry?.read.format === 'script-module' ? entry.read.toolset.group.name : undefined;
    await parts.settings.enable(id, body.enabled, group);
    parts.channel.tell({ event: 'changed', data: { ids: [id] } });
    return new Response(null, { status: 204 });
  },
});
