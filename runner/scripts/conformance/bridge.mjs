import { createMcpHandler, isInitializeRequest, Server } from '@modelcontextprotocol/server';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { Program } from './program.mjs';

/** Stands for the program towards the SDK's HTTP: every message goes to it as it came. */
class Carried extends Server {
  #program;
  #transport;

  constructor(program, capabilities) {
    super({ name: 'bridge', version: '1' }, { capabilities });
    this.#program = program;
  }

  async connect(transport) {
    this.#transport = transport;
    await this.#program.carry(transport);
  }

  async close() {
    await this.#transport?.close();
    this.onclose?.();
  }
}

/** Whether a tool of the suite asks something, by its name. */
export const isAsking = (name) => /elicitation|input_required/.test(name);

/** So many share the tools that ask: a program keeps few modules open. */
const PROGRAMS = 4;

/**
 * Programs for requests that stand for themselves, by what a request calls: the calls of one module take turns, and a
 * call that waits for an answer holds its module. A module starts with its first call, for which the suite would not
 * wait on a busy machine.
 */
async function programsByTool(start) {
  const programs = Array.from({ length: PROGRAMS }, start);
  const { result } = await programs[0].ask('tools/list');
  const asking = result.tools.map(({ name }) => name).filter(isAsking);
  const of = (name) => programs[Math.max(0, asking.indexOf(name)) % PROGRAMS];
  for (const name of ['test_simple_text', ...asking])
    await of(name).ask('tools/call', { name, arguments: {} });
  return ({ params } = {}) => of(params?.name);
}

/** HTTP before a program that speaks on stdio. The SDK answers what is HTTP's alone; all else the program says. */
export async function openBridge(path) {
  const programs = [];
  const start = () => {
    const program = new Program(path);
    programs.push(program);
    return program;
  };
  const programOf = await programsByTool(start);
  const { result } = await programOf().ask('server/discover');
  const sessions = new Map();
  return {
    async answer(request, body) {
      const open = sessions.get(request.headers.get('Mcp-Session-Id') ?? '');
      if (open) return open.handleRequest(request, { parsedBody: body });
      if (!isInitializeRequest(body)) {
        const make = ({ era }) =>
          new Carried(era === 'modern' ? programOf(body) : start(), result.capabilities);
        return withStatus(await createMcpHandler(make).fetch(request, { parsedBody: body }));
      }
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (id) => sessions.set(id, transport),
      });
      await start().carry(transport);
      return transport.handleRequest(request, { parsedBody: body });
    },
    close: () => Promise.all(programs.map((program) => program.end())),
  };
}

const UNKNOWN_METHOD = -32601;

/** HTTP has a status for an unknown method, which the SDK gives where its own server answers at once. */
async function withStatus(response) {
  if (!/json/.test(response.headers.get('content-type') ?? '')) return response;
  const { error } = await response.clone().json();
  if (error?.code !== UNKNOWN_METHOD) return response;
  return new Response(response.body, { status: 404, headers: response.headers });
}
