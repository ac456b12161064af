import { builtinId } from '../../../shared/protocol/builtin-id.ts';
import { foundId } from '../../../shared/protocol/found-id.ts';
import { SaveRequest, ToolFolder } from '../../../shared/protocol/tools.ts';
import { builtinFolder } from '../../sources/builtin/builtin-folder.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';
import type { Condition } from '../../store/tool-store.ts';

const path = '/api/tools/:id';

/** What `If-Match` and `If-None-Match` ask for (RFC 9110, section 13.1); undefined when neither is there. */
function conditionOf(headers: Headers): Condition | undefined {
  if (headers.get('If-None-Match')?.trim() === '*') return 'absent';
  const match = headers.get('If-Match')?.trim();
  if (match === undefined) return undefined;
  return match === '*' ? 'any' : { etag: match };
}

export const readTool = route({
  method: 'GET',
  path,
  access: 'known',
  summary: 'The files of a tool folder or of a found module, or what a built-in tool declares',
  answer: ToolFolder,
  async handle({ caller, request, params, parts }) {
    const { id = '' } = params;
    const name = builtinId.nameIn(id);
    const tool =
      caller === 'user' || name === undefined ? undefined : await parts.builtins.get(name);
    if (tool) {
      const { folder } = builtinFolder(tool, true);
      return Response.json(folder satisfies ToolFolder, { headers: { ETag: folder.etag } });
    }
    const from =
      foundId.nameIn(id) === undefined ? parts.tools.read(id) : parts.discovery.folder(id);
    const folder = caller === 'user' ? undefined : await from;
    if (!folder) return toolAnswers.absent(id);
    if (request.headers.get('If-None-Match') === folder.etag) {
      return new Response(null, { status: 304, headers: { ETag: folder.etag } });
    }
    return toolAnswers.folder(folder);
  },
});

export const saveTool = route({
  method: 'PUT',
  path,
  access: 'author',
  summary: 'Saves a tool folder; a stale save gets 412 with both versions',
  body: SaveRequest.strict(),
  bodyBytes: 48 * 1024 * 1024,
  answer: ToolFolder,
  async handle({ request, params, body, parts }) {
    const { id = '' } = params;
    const condition = conditionOf(request.headers);
    if (!condition) {
      const hint = 'Send "If-Match" with the ETag that was edited, or "If-None-Match: *"';
      return refuse(428, 'no-condition', 'The save does not say what it replaces', { hint });
    }
    const saved = await parts.tools.save(id, body.files, condition);
    switch (saved.kind) {
      case 'saved':
        return toolAnswers.folder(saved.folder, condition === 'absent' ? 201 : 200);
      case 'conflict':
        return toolAnswers.conflict(body.files, saved.theirs);
      case 'refused':
        return toolAnswers.refused(422, saved.problems);
      case 'gone':
        return refuse(404, 'no-such-tool', `"${id}" was deleted in the meantime`, {
          hint: 'Save it as a new tool with "If-None-Match: *"',
        });
    }
  },
});

export const removeTool = route({
  method: 'DELETE',
  path,
  access: 'author',
  summary: 'Moves a tool folder to the trash',
  async handle({ request, params, parts }) {
    const { id = '' } = params;
    const condition = conditionOf(request.headers) ?? 'any';
    if (condition === 'absent') return refuse(400, 'bad-condition', 'Only what is there can go');
    const removed = await parts.tools.remove(id, condition);
    if (removed.kind === 'gone') return toolAnswers.absent(id);
    if (removed.kind === 'conflict') return toolAnswers.conflict({}, removed.theirs);
    return Response.json(removed.discarded);
  },
});
