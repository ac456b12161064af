/** A tool as an MCP server registers it. */
export interface ServedTool {
  name: string;
  config: Record<string, unknown>;
  handler(...given: unknown[]): unknown;
}

const served: ServedTool[] = [];

/** Returns the tools of this module's servers. */
export const servedTools = (): readonly ServedTool[] => served;

const handle = { enable() {}, disable() {}, update() {}, remove() {} };

/** Replaces the SDK's server: it collects tools, serves nobody and has no other features. */
export class McpServer {
  readonly server = { onerror: undefined, setRequestHandler() {}, registerCapabilities() {} };

  registerTool(name: string, config: Record<string, unknown>, handler: ServedTool['handler']) {
    served.push({ name, config, handler });
    return handle;
  }

  /** The older form: name, description?, shape?, annotations?, handler. */
  tool(name: string, ...rest: unknown[]) {
    const handler = rest.pop();
    const [description] = typeof rest[0] === 'string' ? [rest.shift()] : [];
    const [inputSchema, annotations] = rest;
    if (typeof handler !== 'function') throw new TypeError(`The tool "${name}" has no handler`);
    const run = (...given: unknown[]): unknown => handler(...given);
    return this.registerTool(name, { description, inputSchema, annotations }, run);
  }

  registerResource() {
    return handle;
  }

  registerPrompt() {
    return handle;
  }

  async connect(): Promise<void> {}
  async close(): Promise<void> {}
  isConnected(): boolean {
    return false;
  }
}

type Handler = (request: { params: object }, context?: unknown) => unknown;

/** Replaces the low-level server, whose author answers each request; its tools are listed once. */
export class Server {
  readonly #handlers = new Map<string, Handler>();

  setRequestHandler(method: unknown, handler: Handler): void {
    if (typeof method === 'string') this.#handlers.set(method, handler);
  }

  async connect(): Promise<void> {
    const call = this.#handlers.get('tools/call');
    const { signal } = new AbortController();
    const context = { signal, mcpReq: { signal } };
    const { tools } = Object(await this.#handlers.get('tools/list')?.({ params: {} }, context));
    if (!call || !Array.isArray(tools)) return;
    for (const { name, ...config } of tools as { name: string }[])
      served.push({
        ...{ name, config },
        handler: (args, context) => call({ params: { name, arguments: args } }, context),
      });
  }

  registerCapabilities() {}
  getClientCapabilities() {}
  async close(): Promise<void> {}
}

/** Replaces a server over stdio, of which there is one. */
export const serveStdio = async (make: () => unknown): Promise<void> =>
  (await (make() as Promise<Server>)).connect();

export class ProtocolError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const ProtocolErrorCode = { InvalidRequest: -32600, InvalidParams: -32602 };
export const CLIENT_CAPABILITIES_META_KEY = 'io.modelcontextprotocol/clientCapabilities';

export class StdioServerTransport {
  async start(): Promise<void> {}
  async close(): Promise<void> {}
}

/** Accepts a JSON Schema in place of a schema in code. */
export const fromJsonSchema = (schema: unknown): unknown => schema;

/** Creates the result of a handler that needs answers from the person first. */
export const inputRequired = Object.assign(
  (spec: Record<string, unknown>) => ({ resultType: 'input_required', ...spec }),
  {
    elicit: (params: unknown) => ({ method: 'elicitation/create', params }),
    createMessage: (params: unknown) => ({ method: 'sampling/createMessage', params }),
    listRoots: () => ({ method: 'roots/list', params: {} }),
  },
);

/** Returns what the person filled in, if they did. */
export function acceptedContent(responses: unknown, key: string): unknown {
  const { action, content } = Object(Object(responses)[key]);
  return action === 'accept' ? content : undefined;
}
