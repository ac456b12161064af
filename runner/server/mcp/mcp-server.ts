import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server';
import type { RunEvent } from '../../../shared/protocol/events.ts';
import { mcp } from '../../../shared/schema/providers/mcp.ts';
import type { Registered } from '../../../shared/registry/registry-view.ts';
import { blocksOf } from '../../../shared/tool/content-block.ts';
import { CallContext } from '../../../shared/tool/call-context.ts';
import { unmark, writeJson } from '../../../shared/tool/exact-number.ts';
import { Arguments } from '../../../shared/tool/json.ts';
import type { Done } from '../../../shared/registry/tool.ts';
import { version } from '../../platform/own-process.ts';
import type { Offer } from './offer.ts';

interface NamedTool {
  one: Registered;
  /** As a client is told of it. */
  declared: Tool;
}

const LONGEST = 128;

/**
 * A call's end as MCP has it: what the model gets is the content, piece by piece, and a failure is a result
 * that the model can read. What the person gets, and the facts, are under names of our own.
 */
function callResult({ result, ending }: Done): CallToolResult {
  const blocks = blocksOf(result.metadata);
  // Bytes go but once.
  const { content: _, ...facts } = result.metadata ?? {};
  const metadata = blocks ? facts : result.metadata;
  return {
    content: blocks ?? [{ type: 'text', text: result.llmContent }],
    isError: !result.success,
    _meta: {
      'lathe/displayContent': result.displayContent,
      'lathe/ending': ending.kind,
      ...(result.error === undefined ? {} : { 'lathe/error': result.error }),
      ...(metadata === undefined ? {} : { 'lathe/metadata': metadata }),
    },
  };
}

/** Tells a client how far a call is, where it asked for that; `told` settles when all has been sent. */
function teller({ mcpReq }: ServerContext): { tell(event: RunEvent): void; told(): Promise<void> } {
  const token = mcpReq._meta?.progressToken;
  let progress = 0;
  let sent = Promise.resolve();
  return {
    tell(event) {
      const message = token === undefined ? undefined : progressOf(event);
      if (token === undefined || message === undefined) return;
      progress += 1;
      const params = { progressToken: token, progress, message };
      const news = mcpReq.notify({ method: 'notifications/progress', params });
      // A client that has gone misses the news, and nothing else.
      sent = Promise.all([sent, news]).then(
        () => undefined,
        () => undefined,
      );
    },
    told: () => sent,
  };
}

const unknownTool = (name: string) =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${name}" here; "tools/list" says which there are`,
  );

/** An MCP server of the tools that are offered at the moment of each request. */
export function mcpServer(offer: Offer): Server {
  // The tools bring schemas of their own, which the pipeline checks: the SDK's own registry wants both.
  const server = new Server(
    { name: 'lathe', title: 'Lathe', version },
    { capabilities: { tools: { listChanged: true } } },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: [...namedTools(await offer.tools(true)).values()].map(({ declared }) => declared),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name } = params;
    const found = namedTools(await offer.tools(false)).get(name);
    if (!found) throw unknownTool(name);
    const { tell, told } = teller(context);
    const asked = {
      arguments: Arguments.parse(unmark(params.arguments ?? {})),
      context: contextOf(context.mcpReq._meta?.[CONTEXT_KEY]),
    };
    const called = await offer.call(found.one, asked, tell, context.mcpReq.signal);
    if (!called) throw unknownTool(name);
    await told();
    return callResult(called);
  });
  return server;
}

/** Where a client says what it knows of a call: `_meta: {"lathe/context": {sessionId, cwd, …}}`. */
const CONTEXT_KEY = 'lathe/context';

function contextOf(said: unknown): CallContext {
  const context = CallContext.safeParse(said ?? {});
  if (context.success) return context.data;
  const [issue] = context.error.issues;
  const where = [CONTEXT_KEY, ...(issue?.path ?? [])].map(String).join('.');
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `"_meta" of the call does not fit at "${where}": ${issue?.message}`,
  );
}

/** What a client is told of an event while the run goes on; undefined for what is none of its news. */
function progressOf(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'output':
      return event.text;
    case 'queued':
      return event.position === 0
        ? 'It is its turn'
        : `It waits for other calls, at place ${event.position}`;
    case 'update':
      return writeJson(event.update);
    case 'approval':
      return `"${event.approval.tool}" waits for a person's approval in the page of Lathe`;
    default:
      return undefined;
  }
}

/** The first name with a number behind it that nobody has. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 2; ; number += 1) {
    const ending = `_${number}`;
    const tried = name.slice(0, LONGEST - ending.length) + ending;
    if (!taken.has(tried)) return tried;
  }
}

type Named = ReadonlyMap<string, NamedTool>;

/** The names of a list, which stays the same array as long as nothing has changed. */
const known = new WeakMap<readonly Registered[], Named>();

/**
 * The tools by the name that a client calls them by. A name with signs that MCP does not take is written
 * with others, and with a number where that makes it another tool's; its title keeps it as it was.
 */
export function namedTools(tools: readonly Registered[]): Named {
  const named = known.get(tools) ?? giveNames(tools);
  known.set(tools, named);
  return named;
}

function giveNames(tools: readonly Registered[]): Named {
  const views = tools.map((one) => ({ one, ...mcp.declare(one.definition) }));
  const isAsWritten = ({ one, declaration }: (typeof views)[number]) =>
    declaration.name === one.definition.name;
  const named = new Map<string, NamedTool>();
  // Whoever's name needs no change keeps it.
  for (const view of [...views.filter(isAsWritten), ...views.filter((one) => !isAsWritten(one))]) {
    const { one, declaration, losses } = view;
    const wanted = String(declaration.name);
    const name = named.has(wanted) ? freeName(wanted, named) : wanted;
    const { name: title, description } = one.definition;
    const lost = losses.map(({ path, reason }) => `${path}: ${reason}`);
    named.set(name, {
      one,
      declared: {
        ...{ name, title, description },
        inputSchema: { ...Object(declaration.inputSchema), type: 'object' },
        ...(declaration.annotations ? { annotations: Object(declaration.annotations) } : {}),
        ...(lost.length > 0 ? { _meta: { 'lathe/losses': lost } } : {}),
      },
    });
  }
  return named;
}
