// The tools that the official conformance suite calls by name, as the author of an MCP server writes them.
import { fromJsonSchema, inputRequired, McpServer } from '@modelcontextprotocol/server';

/** What the SDK gives, as far as these tools look at it. */
type Given = Record<string, string>;
interface Context {
  mcpReq: {
    _meta?: { progressToken?: string };
    log(level: string, text: string): Promise<void>;
    notify(notification: object): Promise<void>;
    elicitInput(params: object): Promise<{ action: string; content?: unknown }>;
    inputResponses?: Record<string, { content?: Given }>;
    requestState(): unknown;
  };
}

const server = new McpServer({ name: 'suite', version: '1.0.0' });
const annotations = { readOnlyHint: true };
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';
const object = (properties = {}, required: string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});
const says = (text: string) => ({ content: [{ type: 'text', text }] });
const image = { type: 'image', data: png, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, text: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text },
});

/** The folder that this is a copy of: what asks has one of its own, since calls of a module take turns. */
const folder: string = 'suite';

function tool(
  name: string,
  description: string,
  run: (args: Given, context: Context) => unknown,
  given: object = {},
) {
  const { inputSchema = object(), ...more } = given as { inputSchema?: object };
  const asks = /elicitation|input_required/.test(name);
  if (folder !== (asks ? name : 'suite')) return;
  const config = { description, annotations, inputSchema: fromJsonSchema(inputSchema), ...more };
  server.registerTool(name, config as never, run as never);
}

tool('test_simple_text', 'Says a text', () => says('This is a simple text response for testing.'));
tool('test_image_content', 'Shows an image', () => ({ content: [image] }));
tool('test_audio_content', 'Plays a sound', () => ({
  content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
}));
tool('test_embedded_resource', 'Gives a resource', () => ({
  content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
}));
tool('test_multiple_content_types', 'Gives several pieces', () => ({
  content: [
    { type: 'text', text: 'Multiple content types test:' },
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
}));
tool('test_error_handling', 'Fails', () => {
  throw new Error('This tool intentionally returns an error for testing');
});

const pause = () => new Promise((done) => setTimeout(done, 50));
tool('test_tool_with_logging', 'Tells what it does', async (_, { mcpReq }) => {
  await mcpReq.log('info', 'Tool execution started');
  await pause();
  await mcpReq.log('info', 'Tool processing data');
  await pause();
  await mcpReq.log('info', 'Tool execution completed');
  return says('Told');
});
tool('test_tool_with_progress', 'Tells how far it is', async (_, { mcpReq }) => {
  for (const progress of [0, 50, 100]) {
    const progressToken = mcpReq._meta?.progressToken;
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, total: 100, message: `Step ${progress}` },
    });
    await pause();
  }
  return says('Done');
});

const answered = ({ action, content }: { action: string; content?: unknown }) =>
  says(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
const text = { type: 'string' };
tool(
  'test_elicitation',
  'Asks for a name',
  async ({ message }, { mcpReq }) =>
    answered(
      await mcpReq.elicitInput({
        message,
        requestedSchema: object(
          {
            username: { ...text, description: "User's response" },
            email: { ...text, description: "User's email address" },
          },
          ['username', 'email'],
        ),
      }),
    ),
  { inputSchema: object({ message: text }, ['message']) },
);
tool('test_elicitation_sep1034_defaults', 'Asks with defaults', async (_, { mcpReq }) =>
  answered(
    await mcpReq.elicitInput({
      message: 'Please look over these values',
      requestedSchema: object({
        name: { ...text, default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { ...text, enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
    }),
  ),
);
const named = (names: string[], begins: string) =>
  names.map((title, at) => ({ const: `${begins}${at + 1}`, title }));
tool('test_elicitation_sep1330_enums', 'Asks for choices', async (_, { mcpReq }) =>
  answered(
    await mcpReq.elicitInput({
      message: 'Please choose',
      requestedSchema: object({
        untitledSingle: { ...text, enum: ['option1', 'option2', 'option3'] },
        titledSingle: { ...text, oneOf: named(['First Option', 'Second Option'], 'value') },
        legacyEnum: {
          ...text,
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { ...text, enum: ['option1', 'option2', 'option3'] } },
        titledMulti: {
          type: 'array',
          items: { anyOf: named(['First Choice', 'Second Choice'], 'value') },
        },
      }),
    }),
  ),
);

const ask = (message: string, properties: object, required: string[]) =>
  inputRequired.elicit({ message, requestedSchema: object(properties, required) } as never);
const given = (context: Context, key: string) => context.mcpReq.inputResponses?.[key];
tool('test_input_required_result_elicitation', 'Asks for a name', (_, context) => {
  const answer = given(context, 'user_name');
  if (answer) return says(`Hello, ${answer.content?.name}!`);
  return inputRequired({
    inputRequests: { user_name: ask('What is your name?', { name: text }, ['name']) },
  });
});
const state = (name: string) =>
  tool(name, 'Asks for a yes, and remembers', (_, context) => {
    if (given(context, 'confirm')) return says(`state-ok: ${context.mcpReq.requestState()}`);
    return inputRequired({
      inputRequests: { confirm: ask('Please confirm', { ok: { type: 'boolean' } }, ['ok']) },
      requestState: 'round-1',
    });
  });
state('test_input_required_result_request_state');
state('test_input_required_result_tampered_state');
tool('test_input_required_result_multi_round', 'Asks twice', (_, context) => {
  const color = given(context, 'step2');
  if (color) return says(`Done: ${color.content?.color}`);
  const name = given(context, 'step1');
  return inputRequired({
    inputRequests: name
      ? { step2: ask('Step 2: What is your favorite color?', { color: text }, ['color']) }
      : { step1: ask('Step 1: What is your name?', { name: text }, ['name']) },
    requestState: name ? 'round-2' : 'round-1',
  });
});
tool('test_streaming_elicitation', 'Asks for a name', async (_, { mcpReq }) =>
  answered(await mcpReq.elicitInput({ message: 'Who?', requestedSchema: object({ name: text }) })),
);
tool('test_logging_tool', 'Tells what it does', async (_, { mcpReq }) => {
  await mcpReq.log('info', 'It runs');
  return says('Told');
});
tool('test_x_mcp_header', 'Says where', ({ region }) => says(String(region)), {
  inputSchema: object({ region: { ...text, 'x-mcp-header': 'Region' } }, ['region']),
});
tool('test_structured', 'Adds', ({ a, b }) => ({ content: [], structuredContent: { sum: Number(a) + Number(b) } }), {
  inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }, ['a', 'b']),
  outputSchema: fromJsonSchema(object({ sum: { type: 'number' } }, ['sum'])),
});
tool('json_schema_2020_12_tool', 'Has a schema of many words', () => says('Done'), {
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...object({
      name: text,
      address: { $ref: '#/$defs/address' },
      contactMethod: { ...text, enum: ['phone', 'email'] },
      phone: text,
      email: text,
    }),
    $defs: { address: { $anchor: 'addressDef', ...object({ street: text, city: text }) } },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
});
