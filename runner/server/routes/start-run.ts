import { unrun } from '../../../shared/tool/run/ending.ts';
import { inWorkspace } from '../../../shared/protocol/ids/in-workspace.ts';
import { RunRequest, type ModelCall } from '../../../shared/protocol/runs.ts';
import {
  callResult,
  readModelCall,
  unknownTool,
} from '../../../shared/registry/call/model-call.ts';
import type { Done, Tool } from '../../../shared/registry/tool.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';
import type { Runs } from '../../calls/runs.ts';
import type { Sources } from '../../sources/sources.ts';
import type { RunnerUnit } from '../../sources/unit.ts';
import type { Drafts } from '../../sources/workspace/drafts.ts';
import type { Settings } from '../../store/settings.ts';
import { reach, type Caller } from '../guard/credential.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { plainAnswer, runAnswer } from '../http/run-answer.ts';
import { toolAnswers } from '../http/tool-answers.ts';

interface Needs {
  sources: Sources;
  drafts: Drafts;
  settings: Settings;
  runs: Runs;
}

interface Target {
  unit: RunnerUnit;
  tool: Tool;
}

/** The subject of a run: files from the editor, a unit of the registry, or a name. */
async function find(
  { toolId, folder, tool }: Pick<RunRequest, 'toolId' | 'folder' | 'tool'>,
  caller: Caller,
  { sources, drafts }: Needs,
): Promise<Target | Response> {
  const may = reach[caller];
  // The page cannot edit units outside the workspace, so their files come from the registry.
  if (folder && inWorkspace(toolId ?? '')) {
    if (!may.sendsFolders)
      return refuse(403, 'not-allowed', 'Only the page and the admin token may run authored tools');
    return choose(await drafts.unit(toolId ?? 'draft', folder), tool);
  }
  if (!may.seesTools) return toolAnswers.absent(toolId ?? tool ?? '');
  if (toolId === undefined) return byName(tool ?? '', caller, sources);
  const unit = await sources.unit(toolId);
  if (!unit) return toolAnswers.absent(toolId);
  if (!sources.isEnabled(unit) && !may.callsSwitchedOff) return disabled(toolId);
  return choose(unit, tool);
}

const disabled = (id: string) =>
  refuse(403, 'disabled', `"${id}" is turned off`, { hint: 'Turn it on in the page first' });

async function byName(name: string, caller: Caller, sources: Sources): Promise<Target | Response> {
  const offered = await sources.offered(name);
  if (offered) return offered;
  const off = sources.registry.getAll().find(({ tool }) => tool.name === name);
  if (!off) return toolAnswers.absent(name);
  if (reach[caller].callsSwitchedOff || sources.isEnabled(off.unit)) return off;
  return disabled(off.unit.id);
}

function choose(unit: RunnerUnit, wanted: string | undefined): Target | Response {
  const { tools, read, id } = unit;
  if (tools.length === 0) {
    const worst = read?.problems.filter(({ severity }) => severity === 'error') ?? [];
    return worst.length > 0
      ? toolAnswers.refused(422, worst)
      : refuse(422, 'no-tool', `"${id}" has no tool`, { values: { folder: id } });
  }
  const listed = tools.filter(({ definition }) => definition?.unlisted !== true);
  if (wanted === undefined && listed.length > 1) {
    const hint = `Set "tool" to one of ${listed.map(({ name }) => name).join(', ')}`;
    return refuse(400, 'which-tool', `"${id}" has ${listed.length} tools`, {
      path: 'tool',
      hint,
    });
  }
  const tool = wanted === undefined ? listed[0] : tools.find(({ name }) => name === wanted);
  if (tool) return { unit, tool };
  const hint = `It has ${tools.map(({ name }) => name).join(', ')}`;
  return refuse(404, 'no-such-tool', `"${id}" has no tool "${wanted}"`, { path: 'tool', hint });
}

/** Refuses a call that the user's settings turned off; the page may still test a single tool. */
function switchedOff(tool: Pick<Tool, 'name' | 'definition'>, caller: Caller, settings: Settings) {
  if (!settings.current.enableToolCalls) {
    const hint = 'Turn on "Tool calls" in the settings';
    return refuse(403, 'tool-calls-off', 'Tool calls are turned off', { hint });
  }
  if (reach[caller].callsSwitchedOff || settings.isToolEnabled(tool)) return undefined;
  const hint = 'Turn it on in the settings of the page first';
  return refuse(403, 'disabled', `The tool "${tool.name}" is turned off`, { path: 'tool', hint });
}

/** A call that cannot start, because the model named a missing tool; the request itself is valid. */
function failedCall(result: ToolResult): Done {
  const fault = { class: 'ToolCallError', message: result.error?.message ?? '' };
  return { result, ending: unrun({ kind: 'failed', exitCode: 2, fault }) };
}

/** A raw call of a model: every fault is reported to the model. */
async function startModelCall(
  call: ModelCall,
  { request, caller, body }: { request: Request; caller: Caller; body: RunRequest },
  needs: Needs,
): Promise<Response> {
  const { sources, runs, settings } = needs;
  const given = readModelCall(call);
  const off = switchedOff(call, caller, settings);
  if (off && !settings.current.enableToolCalls) return off;
  const found = reach[caller].seesTools ? await sources.offered(call.name) : undefined;
  const wrong = given.ok ? (found ? undefined : unknownTool(call.name)) : given.result;
  const context = { ...body.context, callId: body.context?.callId ?? call.id };
  return runAnswer(
    request,
    async (tell, gone) => {
      if (wrong || !found || !given.ok) {
        const done = failedCall(wrong ?? unknownTool(call.name));
        tell({ type: 'ended', ...done });
        return done;
      }
      const asked = { caller, ...found, arguments: given.arguments, context, steps: body.steps };
      return runs.call(asked, tell, gone);
    },
    ({ result }) => callResult(result),
  );
}

/** The seconds after which a caller with too many runs may try again (RFC 6585, section 4). */
const AGAIN_S = 2;

function tooManyRuns(message: string): Response {
  const hint = `Try again in ${AGAIN_S} s, or end some of them: DELETE /api/runs/ID`;
  const answer = refuse(429, 'too-many-runs', message, { hint });
  answer.headers.set('Retry-After', `${AGAIN_S}`);
  return answer;
}

export const runRoutes = (needs: Needs): Route[] => [
  route({
    method: 'POST',
    path: '/api/runs',
    access: 'known',
    summary:
      'Runs a tool and answers with server-sent events: started, queued, output, update, approval, question, step, ended; with "Accept: application/json" once, with {success, result, error}, or for a "call" with {success, llmContent, displayContent, error, metadata}',
    body: RunRequest.strict(),
    async handle({ request, caller, body }) {
      const full = needs.runs.full(caller);
      if (full !== undefined) return tooManyRuns(full);
      if (body.call) return startModelCall(body.call, { request, caller, body }, needs);
      const found = await find(body, caller, needs);
      if (found instanceof Response) return found;
      const refused = switchedOff(found.tool, caller, needs.settings);
      if (refused) return refused;
      const { raw, headless, context, steps } = body;
      const args = body.arguments ?? {};
      const asked = { caller, ...found, arguments: args, context, raw, headless, steps };
      // A page that is closed or reloaded can follow its run later; other callers cannot.
      const stays = caller === 'page' ? new AbortController().signal : undefined;
      return runAnswer(
        request,
        (tell, gone) => needs.runs.call(asked, tell, stays ?? gone),
        plainAnswer,
      );
    },
  }),
];
