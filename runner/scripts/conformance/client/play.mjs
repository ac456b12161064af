import { argumentsFor, contentFor } from './values.mjs';

/** How often a person signs in to one server before they give up. */
const MOST_SIGN_INS = 3;
/** How often they allow addresses for one. */
const MOST_GRANTS = 5;

/** The address that the suite takes for a client's own metadata; Lathe is told it like any client's id. */
const ownMetadata = 'https://conformance-test.local/client-metadata.json';

/** What a person tells Lathe of one server alone. */
const told = {
  'auth/basic-cimd': { clientId: ownMetadata },
};

/** What is called instead of each tool once: the suite wants a tool's own schema told to another. */
const calls = {
  'json-schema-2020-12-preservation': (tools) => [
    {
      name: 'json_schema_echo',
      arguments: {
        schema: tools.find(({ name }) => name === 'json_schema_2020_12_tool').parameters,
      },
    },
  ],
};

/** Has Lathe use the server of one scenario as a person does in its page: all that it offers, and then no more. */
export async function play(page, { scenario, url, context }) {
  const name = scenario.replace(/[^a-z0-9]+/gi, '-').slice(0, 40);
  const { client_id: clientId, client_secret: clientSecret } = context;
  const way = { type: 'http', url, ...(clientId && { clientId }), ...told[scenario] };
  await page.ask('/api/mcp-servers', 'POST', {
    ...{ name, settings: { way } },
    ...(clientSecret && { clientSecret }),
  });
  try {
    await use(new Server(page, name), scenario, context);
  } finally {
    await page.ask(`/api/mcp-servers/${name}`, 'DELETE');
  }
}

async function use(server, scenario, { toolCalls }) {
  const { tools, hello } = await server.open();
  const each = () =>
    tools.map((tool) => ({ name: tool.name, arguments: argumentsFor(tool.parameters) }));
  for (const call of toolCalls ?? calls[scenario]?.(tools) ?? each()) {
    const tool = tools.find((one) => one.name === call.name);
    if (tool) await server.call(tool, withoutNull(call.arguments));
  }
  if (hello?.capabilities.resources) await server.readResources();
  if (hello?.capabilities.prompts) await server.getPrompts();
}

/** One server, with what a person does where it wants them signed in. */
class Server {
  #page;
  #name;
  #signIns = 0;

  constructor(page, name) {
    this.#page = page;
    this.#name = name;
  }

  #ask = (path, method, body) =>
    this.#page.ask(`/api/mcp-servers/${this.#name}${path}`, method, body);

  /** Answers it as it is once it is ready, or failed for good. */
  async open() {
    for (;;) {
      const now = await this.#ask('/restart', 'POST', {});
      if (!wantsSignIn(now) || !(await this.#signIn())) return now;
    }
  }

  async call(tool, args) {
    for (;;) {
      const body = { toolId: `mcp:${this.#name}`, tool: tool.callName, arguments: args };
      const ended = await this.#page.run(body, ({ schema }) => ({
        ...{ action: 'accept', content: contentFor(schema ?? {}) },
      }));
      if (!/sign in again/.test(ended.result.error?.message)) return;
      if (!(await this.#signIn())) return;
      await this.open();
    }
  }

  async readResources() {
    const { resources } = await this.#ask('/resources');
    for (const { uri } of resources) await this.#ask('/resources/read', 'POST', { uri });
  }

  async getPrompts() {
    const { prompts } = await this.#ask('/prompts');
    for (const { name } of prompts)
      await this.#ask('/prompts/get', 'POST', { name, arguments: {} });
  }

  /** Allows whatever is asked for, and goes where the browser is sent. Answers whether it came back signed in. */
  async #signIn() {
    if ((this.#signIns += 1) > MOST_SIGN_INS) return false;
    let state = await this.#ask('/sign-in', 'POST', { allow: [] });
    for (let grants = 0; state.is === 'needs-grant' && grants < MOST_GRANTS; grants += 1)
      state = await this.#ask('/sign-in', 'POST', { allow: state.needs });
    if (!state.authorize) return false;
    return (await fetch(state.authorize.url)).ok;
  }
}

/** An argument that a person leaves out is not there: Lathe takes null only where a schema has it. */
const withoutNull = (args) =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));

const wantsSignIn = ({ state }) => state.is === 'failed' && state.fault.code === 'sign-in';
