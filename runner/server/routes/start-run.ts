import { builtinId } from '../../../shared/protocol/builtin-id.ts';
import { foundId } from '../../../shared/protocol/found-id.ts';
import { RunRequest } from '../../../shared/protocol/runs.ts';
import type { Tool } from '../../../shared/registry/tool.ts';
import type { AuthoredTool } from '../../../shared/tool/toolset.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { runAnswer } from '../http/run-answer.ts';
import type { Call } from '../http/route.ts';
import { switchedOff } from '../http/switched-off.ts';
import { toolAnswers } from '../http/tool-answers.ts';
import type { DraftRead } from '../../sources/workspace/drafts.ts';

interface Found extends DraftRead {
  name: string;
}

/**
 * The built-in tool that a run is about: named by its id, or by its name where neither a folder nor an
 * id is given. Undefined where the run is about a folder.
 */
async function findBuiltin(call: Call<RunRequest>): Promise<Tool | Response | undefined> {
  const { body, caller, parts } = call;
  const { toolId, folder, tool } = body;
  const name = toolId === undefined ? (folder ? undefined : tool) : builtinId.nameIn(toolId);
  if (name === undefined) return undefined;
  const found = caller === 'user' ? undefined : await parts.builtins.get(name);
  const id = builtinId.of(name);
  if (!found) return toolAnswers.absent(toolId ?? name);
  if (!parts.settings.isEnabled(id) && caller !== 'page') {
    const hint = 'Enable it in the page first';
    return refuse(403, 'disabled', `"${id}" is disabled`, { hint });
  }
  return switchedOff(call, name) ?? found;
}

/** The folder that a run is about: sent along as it stands in the editor, or one that lies on the disk. */
async function find({ body, caller, parts }: Call<RunRequest>): Promise<Found | Response> {
  if (caller === undefined) return refuse(401, 'no-credential', 'This needs a session or a token');
  // What was found elsewhere is never edited here, so its file has the last word.
  if (body.folder && foundId.nameIn(body.toolId ?? '') === undefined) {
    if (caller === 'user') {
      return refuse(403, 'not-allowed', 'Only the page and the admin token may run authored tools');
    }
    const name = body.toolId ?? 'draft';
    return { name, ...(await parts.drafts.read(name, body.folder)) };
  }
  const id = body.toolId ?? '';
  const entry = caller === 'user' ? undefined : await parts.library.entry(id);
  if (!entry) return toolAnswers.absent(id);
  if (!entry.summary.enabled && caller !== 'page') {
    const hint = 'Enable it in the page first';
    return refuse(403, 'disabled', `"${id}" is disabled`, { hint });
  }
  return { name: id, read: entry.read, etag: entry.folder.etag };
}

function choose({ name, read }: Found, wanted: string | undefined): AuthoredTool | Response {
  const { tools } = read.toolset;
  const names = tools.map(({ definition }) => definition.name);
  if (tools.length === 0) {
    const worst = read.problems.filter(({ severity }) => severity === 'error');
    return worst.length > 0
      ? toolAnswers.refused(422, worst)
      : refuse(422, 'no-tool', `"${name}" holds no tool`);
  }
  const listed = tools.filter(({ definition }) => definition.unlisted !== true);
  if (wanted === undefined && listed.length > 1) {
    const hint = `Give "tool": one of ${listed.map(({ definition }) => definition.name).join(', ')}`;
    return refuse(400, 'which-tool', `"${name}" holds ${listed.length} tools`, {
      path: 'tool',
      hint,
    });
  }
  const tool = wanted === undefined ? listed[0] : tools[names.indexOf(wanted)];
  if (tool) return tool;
  const hint = `It has ${names.join(', ')}`;
  return refuse(404, 'no-such-tool', `"${name}" has no tool "${wanted}"`, { path: 'tool', hint });
}

export const startRun = route({
  method: 'POST',
  path: '/api/runs',
  access: 'known',
  summary:
    'Runs a tool and answers with server-sent events: started, output, update, approval, ended; with "Accept: application/json" once, with {success, result, error}',
  body: RunRequest.strict(),
  async handle(call) {
    const { body, caller, parts } = call;
    const builtin = await findBuiltin(call);
    if (builtin instanceof Response) return builtin;
    if (builtin && caller) {
      const { arguments: args, toolId = builtinId.of(builtin.name) } = body;
      const asked = { caller, toolId, tool: builtin, arguments: args };
      return runAnswer(call.request, (tell, gone) => parts.runs.runTool(asked, tell, gone));
    }
    const found = await find(call);
    if (found instanceof Response) return found;
    const tool = choose(found, body.tool);
    if (tool instanceof Response) return tool;
    const refused = switchedOff(call, tool.definition.name);
    if (refused) return refused;
    if (caller === undefined) return refuse(401, 'no-credential', 'This needs a credential');
    const asked = {
      caller,
      toolHash: found.etag,
      tool,
      folderName: found.name,
      group: found.read.toolset.group.name,
      arguments: body.arguments,
      ...(body.raw === undefined ? {} : { raw: body.raw }),
      ...(body.headless === undefined ? {} : { headless: body.headless }),
    };
    return runAnswer(call.request, (tell, gone) => parts.runs.run(asked, tell, gone));
  },
});
