import { SaveRequest, ToolFolder } from '../../../shared/protocol/tools.ts';
import type { Sources } from '../../sources/sources.ts';
import type { Condition, ToolStore } from '../../store/tools/tool-store.ts';
import { changed } from '../../../shared/tool/folder.ts';
import { reach } from '../guard/credential.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';
import { answerJson } from '../http/answer-json.ts';

const path = '/api/tools/:id';

/** Parses `If-Match` and `If-None-Match` (RFC 9110, section 13.1); undefined if both are absent. */
function conditionOf(headers: Headers): Condition | undefined {
  if (headers.get('If-None-Match')?.trim() === '*') return 'absent';
  const match = headers.get('If-Match')?.trim();
  if (match === undefined) return undefined;
  return match === '*' ? 'any' : { etag: match };
}

/** Routes that read, save and delete the files of one unit. */
export const toolRoutes = ({ sources, store }: { sources: Sources; store: ToolStore }): Route[] => [
  route({
    method: 'GET',
    path,
    access: 'known',
    summary:
      'The files of a tool folder or of an external module, or what a built-in tool declares',
    answer: ToolFolder,
    async handle({ caller, request, params }) {
      const { id = '' } = params;
      const unit = reach[caller].seesTools ? await sources.unit(id) : undefined;
      if (!unit) return toolAnswers.absent(id);
      const { folder } = unit;
      if (request.headers.get('If-None-Match') === folder.etag) {
        return new Response(null, { status: 304, headers: { ETag: folder.etag } });
      }
      return toolAnswers.folder(folder);
    },
  }),
  route({
    method: 'PUT',
    path,
    access: 'author',
    summary: 'Saves a tool folder; a stale save gets 412 with both versions',
    body: SaveRequest.strict(),
    bodyBytes: 48 * 1024 * 1024,
    answer: ToolFolder,
    async handle({ request, params, body }) {
      const { id = '' } = params;
      const condition = conditionOf(request.headers);
      if (!condition) {
        const hint = 'Send "If-Match" with the ETag that was edited, or "If-None-Match: *"';
        return refuse(428, 'no-condition', 'The save does not say what it replaces', { hint });
      }
      const saved = await store.save(id, body.files, condition);
      sources.workspace.mark([id]);
      switch (saved.kind) {
        case 'saved':
          return toolAnswers.folder(saved.folder, condition === 'absent' ? 201 : 200);
        case 'conflict':
          return toolAnswers.conflict(changed({}, body.files), saved.theirs);
        case 'refused':
          return toolAnswers.refused(422, saved.problems);
        case 'gone':
          return refuse(404, 'no-such-tool', `"${id}" was deleted in the meantime`, {
            hint: 'Save it as a new tool with "If-None-Match: *"',
          });
      }
    },
  }),
  route({
    method: 'DELETE',
    path,
    access: 'author',
    summary: 'Moves a tool folder to the trash',
    async handle({ request, params }) {
      const { id = '' } = params;
      const condition = conditionOf(request.headers) ?? 'any';
      if (condition === 'absent')
        return refuse(400, 'bad-condition', 'Cannot delete what does not exist');
      const removed = await store.remove(id, condition);
      sources.workspace.mark([id]);
      if (removed.kind === 'gone') return toolAnswers.absent(id);
      if (removed.kind === 'conflict') return toolAnswers.conflict({}, removed.theirs);
      return answerJson(removed.discarded);
    },
  }),
];
