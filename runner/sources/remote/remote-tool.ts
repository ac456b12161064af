import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import { identityOf } from '../../../shared/protocol/mcp/servers.ts';
import { checkArguments } from '../../../shared/registry/call/check-call.ts';
import { parametersOf } from '../../../shared/registry/define/create-tool.ts';
import type { Judgement } from '../../../shared/registry/approval/judgement.ts';
import { type Plan, type PlanOptions, type Tool } from '../../../shared/registry/tool.ts';
import { isUnprepared, unprepared } from '../../../shared/registry/call/unprepared.ts';
import { unrun, type Ending } from '../../../shared/tool/run/ending.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import { Arguments } from '../../../shared/tool/json.ts';
import { EffectHints, type Definition } from '../../../shared/tool/definition.ts';
import { unanswered } from '../../remote/calls/call-tool.ts';
import type { KnownTool } from '../../remote/known-tools.ts';
import type { RemoteServer } from '../../remote/server.ts';
import { sha256 } from '../../platform/sha256.ts';
import { reasonOf } from '../../remote/tool-changes.ts';

/**
 * Returns the tool of another program's server. Its hints are shown and skip no question. It is read-only only if
 * the person said so of this declaration, and a changed declaration needs approval whatever the person chose.
 */
export function remoteTool(server: RemoteServer, tool: KnownTool, engine: () => Engine): Tool {
  const { callName: name, description, title, kind, isReadOnly, parameters } = tool;
  const { outputSchema, visibility, hints, icon: picture } = tool;
  const effects = EffectHints.parse(hints);
  const hash = sha256(JSON.stringify([server.name, identityOf(server.settings.way), tool.hash]));
  const definition: Definition = {
    ...{ name, description, parameters: parametersOf(parameters), kind, category: 'mcp' },
    ...(title === undefined ? {} : { displayName: title }),
    // Set only if it differs from what the kind says, because plan mode uses it.
    ...(isReadOnly === (kind === 'readonly') ? {} : { isReadOnly }),
    tags: [server.name],
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(Object.keys(effects).length === 0 ? {} : { hints: effects }),
    // The server reserves this tool for its own interface.
    ...(visibility?.includes('model') === false ? { unlisted: true } : {}),
  };
  const plan = (params: unknown, options: PlanOptions) =>
    planCall({ server, tool, engine: engine() }, params, options);
  return {
    ...{ name, kind, isReadOnly, hash, definition, displayName: title ?? name },
    ...{ isConcurrencySafe: true, strict: false, version: '1.0.0', category: 'mcp' },
    ...{ tags: [server.name], picture, description: { short: description } },
    getFunctionDeclaration: () => ({ name, description, parameters: parametersOf(parameters) }),
    build: (given) => ({ toolName: name, params: given }),
    plan,
    async execute(params, context = {}) {
      const { signal = new AbortController().signal } = context;
      const found = await plan(params, { ...context, signal });
      if (found.kind === 'ended') return found.result;
      // Called outside the pipeline, where nobody can be asked.
      const reason = 'It has to be approved first: it is a tool of another program';
      return unanswered(unrun({ kind: 'denied', reason }), name).result;
    },
  };
}

async function planCall(
  { server, tool, engine }: { server: RemoteServer; tool: KnownTool; engine: Engine },
  params: unknown,
  options: PlanOptions,
): Promise<Plan> {
  const name = tool.callName;
  const ended = (ending: Ending): Plan => ({ kind: 'ended', ...unanswered(ending, name) });
  const args = Arguments.parse(params);
  const checked = (await engine.check?.(tool.parameters, args)) ?? {
    fault: checkArguments(tool.parameters, args),
  };
  if (isUnprepared(checked)) return ended(unprepared(checked, 'checking'));
  const { fault } = checked;
  if (fault !== undefined) return ended(unrun({ kind: 'failed', exitCode: 2, fault }));
  const text = `${server.name}: ${tool.name}\n${writeJson(args, 2)}`;
  if (options.fillOnly === true)
    return ended({ ...unrun({ kind: 'finished', exitCode: 0 }), filled: { text, spans: [] } });
  const { timeoutMs } = server.settings;
  return {
    kind: 'ready',
    // An approval is stored with a hash of the declaration and of the program that makes it.
    permission: { rule: `${name} *` },
    ...(tool.changes.length > 0 ? { judgement: changed(tool, text) } : {}),
    text: () => Promise.resolve({ text }),
    perform({ signal, tell, ui }) {
      const { limits, check } = engine;
      const doing = { signal, tell, ui };
      const mostBytes = limits.outputBytes;
      return server.call({ tool, arguments: args, doing, timeoutMs, mostBytes, check });
    },
  };
}

const changed = (tool: KnownTool, text: string): Judgement => ({
  ...{ decision: 'ask', segments: [], text },
  reasons: tool.changes.map(reasonOf),
});
