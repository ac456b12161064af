import { createMcpHandler, isInitializeRequest } from '@modelcontextprotocol/server';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { reach, type Caller } from '../guard/credential.ts';
import { refuse } from '../http/refuse.ts';
import type { Registered } from '../../../shared/registry/registry-view.ts';
import type { Runs } from '../../calls/runs.ts';
import type { Sources } from '../../sources/sources.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import type { RunStore } from '../../store/runs/run-store.ts';
import type { Settings } from '../../store/settings.ts';
import type { TaskStore } from '../../store/tasks/task-store.ts';
import { besideTools } from './beside-tools.ts';
import type { Channel } from '../channel.ts';
import { HeldCalls } from './held-calls.ts';
import { mcpServer } from './mcp-server.ts';
import { McpSessions } from './mcp-sessions.ts';
import { paramHeaderFault } from './param-headers.ts';
import type { McpEndpoint, Offer } from './offer.ts';
import { listenFault, servedTasks } from './tasks/task-methods.ts';
import { Tasks } from './tasks/tasks.ts';

interface Needs {
  disk: Disk;
  workspace: string;
  settings: Settings;
  sources: Sources;
  runs: Runs;
  channel: Channel;
  history: RunStore;
  /** Undefined if calls never become tasks. */
  tasks: TaskStore | undefined;
  /** Aborts when the runner starts to shut down, before it ends running calls. */
  closing: AbortSignal;
}

type Mode = 'plan' | undefined;

const nothing: readonly Registered[] = [];

/**
 * Opens MCP over HTTP. A client of protocol 2026-07-28 sends independent requests; an older one opens a session, or
 * is answered request by request.
 */
export function openEndpoint(needs: Needs): McpEndpoint {
  const { channel, history, closing } = needs;
  const tasks = needs.tasks && new Tasks(needs.tasks, history);
  closing.addEventListener('abort', () => tasks?.stop(), { once: true });
  const sessions = new McpSessions();
  const handlers = new Map<string, { handler: McpHttpHandler; held: HeldCalls }>();
  const handlerOf = (caller: Caller, mode: Mode): McpHttpHandler => {
    const key = `${caller} ${mode}`;
    const known = handlers.get(key);
    if (known) return known.handler;
    const held = new HeldCalls();
    const offer = offerTo(needs, caller, mode);
    const handler = createMcpHandler(({ era }) =>
      mcpServer(offer, held, era === 'modern' && tasks ? servedTasks(tasks.of(caller)) : undefined),
    );
    handlers.set(key, { handler, held });
    return handler;
  };
  const deafen = channel.listen(({ event }) => {
    if (event !== 'changed' && event !== 'settings') return;
    sessions.toolsChanged();
    for (const { handler } of handlers.values()) tellChanged(handler);
  }, false);
  return {
    async answer(caller, request, parsedBody) {
      const id = request.headers.get('Mcp-Session-Id');
      if (id !== null) {
        const session = sessions.find(id, caller);
        if (session) return session.handleRequest(request, { parsedBody });
        const hint = 'Send "initialize" again, without "Mcp-Session-Id"';
        return refuse(404, 'no-such-session', 'There is no such MCP session', { hint });
      }
      const mode = new URL(request.url).searchParams.get('mode') ?? undefined;
      if (mode !== undefined && mode !== 'plan') {
        const hint = 'Leave "mode" out, or give "plan"';
        return refuse(400, 'bad-mode', `There is no mode "${mode}"`, { path: 'mode', hint });
      }
      if (isInitializeRequest(parsedBody)) {
        const session = await sessions.begin(caller, await mcpServer(offerTo(needs, caller, mode)));
        return session.handleRequest(request, { parsedBody });
      }
      const fault =
        listenFault(parsedBody) ??
        (await paramHeaderFault(offerTo(needs, caller, mode), request, parsedBody));
      return fault ?? handlerOf(caller, mode).fetch(request, { parsedBody });
    },
    async close() {
      deafen();
      for (const { held } of handlers.values()) held.close();
      tasks?.close();
      await Promise.allSettled([
        sessions.close(),
        ...[...handlers.values()].map(({ handler }) => handler.close()),
      ]);
    },
  };
}

function tellChanged({ notify }: McpHttpHandler): void {
  notify.toolsChanged();
  notify.promptsChanged();
  notify.resourcesChanged();
}

/** Returns the offer of a caller; calls work as in `POST /api/runs`. */
function offerTo(
  { sources, runs, settings, disk, workspace }: Needs,
  caller: Caller,
  mode: Mode,
): Offer {
  const sees = reach[caller].seesTools;
  const offered = async () => {
    await sources.follow();
    return sees ? sources.registry.offered(mode) : [];
  };
  const sharesFiles = () => sees && settings.current.mcp.shareFiles;
  const { prompts, ...beside } = besideTools({ disk, workspace, offered, sharesFiles });
  return {
    ...beside,
    prompts: sees ? prompts : undefined,
    async tools(isList) {
      if (!sees) return nothing;
      await (isList ? sources.fresh() : sources.follow());
      return sources.registry.offered(mode);
    },
    async call(one, { arguments: args, context }, tell, signal, through, waits) {
      const now = await sources.offered(one.tool.name);
      if (!now) return undefined;
      const { tool, unit } = now;
      const asked = {
        caller,
        tool,
        unit,
        arguments: args,
        context: { ...context, mode: mode ?? context.mode },
        ...{ through, waits },
      };
      return runs.call(asked, tell, signal);
    },
  };
}
