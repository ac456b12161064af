import { inputRequired, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type {
  CallToolRequest,
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import { CallContext } from '../../../shared/tool/run/call-context.ts';
import { callResult } from './call-result.ts';
import { unmark } from '../../../shared/tool/exact-number.ts';
import { Arguments } from '../../../shared/tool/json.ts';
import type { Through } from '../../calls/runs.ts';
import { capabilitiesOf } from './client-capabilities.ts';
import { approveByClient, askClient, type Elicit } from './client-questions.ts';
import type { HeldCall } from './held-call.ts';
import type { HeldCalls } from './held-calls.ts';
import { namedTools } from './named-tools.ts';
import type { Offer } from './offer.ts';
import type { CallerTasks } from './tasks/tasks.ts';
import { tellerOf } from './tell-client.ts';

/** Longer than any approval timeout in the settings. */
const MOST_WAIT_MS = 3_600_000;

/** After this time a call that neither ended nor asked becomes a task, if its client supports tasks. */
const SOON_MS = 800;

interface Kept {
  held: HeldCalls;
  /** Absent if the client does not support tasks. */
  tasks: CallerTasks | undefined;
}

type Answer = Promise<CallToolResult | InputRequiredResult>;

const unknownTool = (name: string) =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${name}" here; "tools/list" says which there are`,
  );

/** Calls a tool for a client, or continues a call that asked something. */
export async function callTool(
  offer: Offer,
  kept: Kept,
  { name, arguments: args = {} }: CallToolRequest['params'],
  asks: 'push' | 'return' | undefined,
  context: ServerContext,
): Answer {
  const state = context.mcpReq.requestState<string>();
  if (state !== undefined) return resumed(kept, name, state, context);
  // A client may call before it lists the tools.
  const known = namedTools(await offer.tools(false)).get(name);
  const found = known ?? namedTools(await offer.tools(true)).get(name);
  if (!found) throw unknownTool(name);
  const full = kept.tasks?.full();
  if (full !== undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, full);
  const asked = {
    arguments: Arguments.parse(unmark(args)),
    context: contextOf(context.mcpReq._meta?.[CONTEXT_KEY]),
  };
  const call = kept.held.begin(found.one, name, ({ tell, elicit, signal, waits }) => {
    const put = asks === 'push' ? pushed(context) : elicit;
    return offer.call(found.one, asked, tell, signal, asks && throughOf(put), waits);
  });
  return followed(kept, call, context);
}

/**
 * Returns how to ask the client: with a request of the server in a session, otherwise with a result that lists the
 * missing input; undefined if the client did not declare elicitation.
 */
export function asksOf(server: Server, context: ServerContext): 'push' | 'return' | undefined {
  const { elicitation } = capabilitiesOf(server, context) ?? {};
  // A client that names no mode supports "form".
  const takesForms =
    elicitation && (elicitation.form !== undefined || elicitation.url === undefined);
  if (!takesForms) return undefined;
  return context.mcpReq.envelope ? 'return' : 'push';
}

const pushed =
  ({ mcpReq }: ServerContext): Elicit =>
  async ({ params }, signal) => {
    try {
      return await mcpReq.elicitInput(params, {
        ...{ signal, timeout: MOST_WAIT_MS },
        // On the stream of the call, which is open.
        relatedRequestId: mcpReq.id,
      });
    } catch {
      // A client that is gone, or failed, gave no answer.
      return undefined;
    }
  };

const throughOf = (elicit: Elicit): Through => ({
  question: (ask, signal) => askClient(ask, elicit, signal),
  approval: (question, signal) => approveByClient(question, elicit, signal),
});

/** Continues a call that asked something. */
function resumed(kept: Kept, name: string, state: string, context: ServerContext): Answer {
  const call = kept.held.find(state);
  if (call?.tool !== name) {
    const message = 'Invalid or expired requestState';
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  call.answer(context.mcpReq.inputResponses ?? {});
  return followed(kept, call, context);
}

/** Returns the end of a call or its questions; otherwise it becomes a task. */
async function followed({ held, tasks }: Kept, call: HeldCall, context: ServerContext): Answer {
  const { tell, told } = tellerOf(context);
  call.tell = tell;
  const step = await call.next(context.mcpReq.signal, tasks && SOON_MS);
  await told();
  if (!step) {
    // A client that is gone would never learn about the task, so the call ends as if there were none.
    const task = context.mcpReq.signal.aborted ? undefined : tasks?.keep(call);
    if (!task) return followed({ held, tasks: undefined }, call, context);
    held.drop(call);
    return { resultType: 'task', ...task } as never;
  }
  if ('asked' in step) {
    const asked = Object.entries(step.asked).map(
      ([key, params]) => [key, inputRequired.elicit(params)] as const,
    );
    return inputRequired({ inputRequests: Object.fromEntries(asked), requestState: call.state });
  }
  held.drop(call);
  if (!step.done) throw unknownTool(call.tool);
  return callResult(step.done, call.definition.outputSchema);
}

/** The field for a client's context of a call: `_meta: {"lathe/context": {sessionId, cwd, …}}`. */
const CONTEXT_KEY = 'lathe/context';

function contextOf(said: unknown): CallContext {
  const context = CallContext.safeParse(said ?? {});
  if (context.success) return context.data;
  const [issue] = context.error.issues;
  const where = [CONTEXT_KEY, ...(issue?.path ?? [])].map(String).join('.');
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `"_meta" of the call is not valid at "${where}": ${issue?.message}`,
  );
}
