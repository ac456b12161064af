import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import type { ElicitResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { bytesOf } from '../../shared/formats/file-bytes.ts';
import { readZip } from '../../shared/formats/import/zip.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { eras } from '../server/fixtures/mcp-clients.ts';
import { shellFolder } from '../server/fixtures/shell-folder.ts';
import { engines, home, startLathe } from './fixtures/start-lathe.ts';

const scratch = mkdtempSync(join(tmpdir(), 'lathe-test-'));
const files = join(scratch, 'files');

const asks = `export default (pi) => ({
  name: 'asks', label: 'Asks', description: 'Asks', parameters: pi.typebox.Type.Object({ how: pi.typebox.Type.String() }),
  async execute(id, { how }, onUpdate, ctx) {
    if (how === 'run') return { content: [{ type: 'text', text: JSON.stringify(await pi.exec('touch', ['by-module'])) }] };
    onUpdate({ content: [{ type: 'text', text: 'on its way' }] });
    const said = pi.hasUI === false ? 'nobody' : await pi.ui.select('Which?', ['a', 'b']);
    return { content: [{ type: 'text', text: JSON.stringify(said ?? null) }] };
  } });
`;
const hostile = '$name `id` {text} \u2028 "';
const text = { type: 'string' };
const sum = { type: 'object', properties: { sum: { type: 'integer' } }, required: ['sum'] };
const choices = { type: 'object', properties: { text: { enum: ['3', '34', 'x'] } } };

/** The folders that are exported, each as a server of its own. */
const folders: Record<string, Folder> = {
  makes: {
    ...shellFolder('touch "$text"; echo made', {
      id: 'makes',
      parameters: { type: 'object', properties: { text } },
    }),
    'samples.json': JSON.stringify([
      { name: 'first', arguments: { text: hostile } },
      { name: 'gone', tool: 'left behind', arguments: {} },
    ]),
  },
  says: shellFolder('echo "{\\"sum\\": $text}"', {
    id: 'says what',
    parameters: choices,
    returns: sum,
  }),
  asks: { 'index.ts': asks },
};

const open: Client[] = [];
const serverOf = (name: string): string => join(scratch, 'servers', name, name);

/** A person's program: what it answers to questions, or that it cannot ask. */
async function connect(
  mode: (typeof eras)[number]['mode'],
  name: keyof typeof folders,
  answer?: () => ElicitResult | Promise<ElicitResult>,
  flags: string[] = [],
) {
  const capabilities = answer ? { elicitation: { form: {} } } : {};
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, capabilities },
  );
  const heard = vi.fn();
  if (answer)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      heard(params);
      return answer();
    });
  const transport = new StdioClientTransport({
    ...{
      command: process.execPath,
      args: [join(serverOf(name), 'server.mjs'), ...flags],
      cwd: files,
    },
    ...{ env: { PATH: process.env.PATH ?? '' }, stderr: 'pipe' },
  });
  let told = '';
  transport.stderr?.on('data', (bytes) => (told += String(bytes)));
  await client.connect(transport);
  open.push(client);
  return { client, heard, told: () => told };
}

function write(folder: string, all: Folder): void {
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytesOf(content));
  }
}
const accept = (content: NonNullable<ElicitResult['content']>) => (): ElicitResult => ({
  ...{ action: 'accept', content },
});
const isMade = (name: string): boolean => existsSync(join(files, name));
const makes = (client: Client, name: string) =>
  client.callTool({ name: 'makes', arguments: { text: name } });

beforeAll(async () => {
  mkdirSync(files);
  const [{ command }] = engines as [(typeof engines)[0]];
  for (const [name, folder] of Object.entries(folders)) {
    write(join(scratch, 'tools', name), folder);
    const zip = join(scratch, `${name}.zip`);
    const args = ['export', join(scratch, 'tools', name), '--format', 'mcp-server', '--out', zip];
    const { code, stdout, stderr } = await startLathe(command, args);
    if (code !== 0) throw new Error(stdout + stderr);
    const read = readZip(readFileSync(zip));
    if (!read.ok) throw new Error(`"${zip}" cannot be read`);
    write(join(scratch, 'servers', name), read.files);
    symlinkSync(join(home, 'node_modules'), join(serverOf(name), 'node_modules'));
  }
}, 300_000);
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(() => rmSync(scratch, { recursive: true }));

describe.each(eras)('An exported server in the protocol of $era', ({ era, mode }) => {
  test('M31 a command is asked for with its text, and runs after a yes', async () => {
    const { client, heard } = await connect(mode, 'makes', accept({ allow: true }));
    const name = `yes-${era}`;
    const got = await makes(client, name);
    expect(got).toMatchObject({
      isError: false,
      content: [{ text: expect.stringMatching('made') }],
    });
    expect(isMade(name)).toBe(true);
    expect(heard).toHaveBeenCalledTimes(1);
    const { message } = heard.mock.calls[0]?.[0] ?? {};
    for (const part of ['Execute: touch "$text"', `# $text = "${name}"`, 'cannot be checked here'])
      expect(message).toContain(part);
  });

  test.each<[string, () => ElicitResult, RegExp]>([
    ['a no', accept({ allow: false }), /refused it in the program/],
    [
      'a yes in other words',
      accept({ allow: 'true' }),
      /refused it in the program|Nobody approved it/,
    ],
    ['a yes without content', () => ({ action: 'accept' }), /refused it in the program/],
    ['a refusal', () => ({ action: 'decline' }), /refused it in the program/],
    ['a dismissal', () => ({ action: 'cancel' }), /Nobody approved it/],
  ])('M31 %s is no approval', async (what, answer, said) => {
    const { client, heard } = await connect(mode, 'makes', answer);
    const name = `${what}-${era}`;
    const got = await makes(client, name);
    expect(got).toMatchObject({ isError: true });
    expect(JSON.stringify(got.content)).toMatch(said);
    expect(got._meta).toMatchObject({ 'lathe/ending': 'denied' });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(isMade(name)).toBe(false);
  });

  test('M31 a client that cannot ask is told how its person may allow it', async () => {
    const { client } = await connect(mode, 'makes');
    const got = await makes(client, `nobody-${era}`);
    expect(JSON.stringify(got.content)).toMatch(/cannot ask its person.*--dangerously-approve/);
    expect(got._meta).toMatchObject({ 'lathe/ending': 'denied' });
    expect(isMade(`nobody-${era}`)).toBe(false);
    const { client: other } = await connect(mode, 'asks');
    const inside = await other.callTool({ name: 'asks', arguments: { how: 'run' } });
    expect(JSON.stringify(inside.content)).toContain('cannot ask its person');
    expect(isMade('by-module')).toBe(false);
  });

  test('M31 the flag approves all calls beforehand, and says so where it is started', async () => {
    const { client, heard, told } = await connect(mode, 'makes', accept({}), [
      '--dangerously-approve',
    ]);
    expect(await makes(client, `flag-${era}`)).toMatchObject({ isError: false });
    expect(isMade(`flag-${era}`)).toBe(true);
    expect(heard).not.toHaveBeenCalled();
    expect(told()).toContain('Less secure: dangerously-approve');
  });

  test('M31 a call that is cancelled at its question does not run', async () => {
    let answer: (said: ElicitResult) => void = () => undefined;
    const late = new Promise<ElicitResult>((settled) => (answer = settled));
    const { client, heard } = await connect(mode, 'makes', () => late);
    const stop = new AbortController();
    const name = `late-${era}`;
    const call = client.callTool(
      { name: 'makes', arguments: { text: name } },
      { signal: stop.signal },
    );
    const rejected = expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 20_000 });
    stop.abort();
    answer({ action: 'accept', content: { allow: true } });
    await rejected;
    // Another call of the same server has gone its whole way since.
    expect(await makes(client, `after-${era}`)).toMatchObject({ isError: false });
    expect(isMade(name)).toBe(false);
  });

  test('M22 a dialogue reaches the client, and its answer the tool', async () => {
    const { client, heard } = await connect(mode, 'asks', accept({ answer: 'b' }));
    const got = await client.callTool({ name: 'asks', arguments: { how: 'select' } });
    expect(got.content).toEqual([{ type: 'text', text: '"b"' }]);
    expect(heard.mock.calls[0]?.[0]).toMatchObject({ message: 'Which?' });
    const { client: deaf } = await connect(mode, 'asks');
    const alone = await deaf.callTool({ name: 'asks', arguments: { how: 'select' } });
    expect(alone.content).toEqual([{ type: 'text', text: '"nobody"' }]);
  });

  test('M6 what a tool tells on its way is progress', async () => {
    const { client } = await connect(mode, 'asks', accept({ answer: 'a' }));
    const onprogress = vi.fn();
    await client.callTool({ name: 'asks', arguments: { how: 'select' } }, { onprogress });
    expect(JSON.stringify(onprogress.mock.calls)).toContain('on its way');
  });

  test('M16 M32 samples of its tools are prompts, and nothing in them is filled in', async () => {
    const { client } = await connect(mode, 'makes');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, title }) => [name, title])).toEqual([
      ['makes:first', 'makes: first'],
    ]);
    const { messages } = await client.getPrompt({ name: 'makes:first', arguments: { name: 'x' } });
    const { content } = messages[0] ?? {};
    const said = content?.type === 'text' ? content.text : '';
    expect(said).toContain('Call the tool "makes"');
    expect(JSON.parse(said.slice(said.indexOf('{')))).toEqual({ text: hostile });
    await expect(client.getPrompt({ name: 'makes:gone' })).rejects.toMatchObject({ code: -32602 });
  });

  test('M2 M18 M20 M32 its tools keep their titles, complete their choices and answer by their schema', async () => {
    const { client } = await connect(mode, 'says', accept({ allow: true }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name, title }) => [name, title])).toContainEqual([
      'says_what',
      'says what',
    ]);
    const ref = { type: 'ref/prompt' as const, name: 'says_what' };
    const { completion } = await client.complete({ ref, argument: { name: 'text', value: '3' } });
    expect(completion.values).toEqual(['3', '34']);
    const call = (given: string) => {
      const params = { name: 'says_what', arguments: { text: given } };
      return client.request({ method: 'tools/call' as const, params });
    };
    expect(await call('3')).toMatchObject({ isError: false, structuredContent: { sum: 3 } });
    expect(JSON.stringify(await call('x'))).toContain('not as it declares');
  });

  test('M3 M4 M5 M15 M32 wrong calls and cursors are answered, and plan mode holds', async () => {
    const { client } = await connect(mode, 'makes', accept({ allow: true }));
    await expect(client.callTool({ name: 'none', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
    const wrong = await client.callTool({ name: 'makes', arguments: { text: 5 } });
    expect(wrong).toMatchObject({ isError: true });
    const asked = client.request({ method: 'tools/list', params: { cursor: 'x' } });
    await expect(asked).rejects.toMatchObject({ code: -32602 });
    const _meta = { 'lathe/context': { mode: 'plan' } };
    const planned = await client.callTool({ name: 'makes', arguments: { text: 'planned' }, _meta });
    expect(JSON.stringify(planned.content)).toContain('Plan mode');
    expect(isMade('planned')).toBe(false);
  });
});

test('F2 samples that cannot be read cost the prompts alone', async () => {
  const file = join(serverOf('makes'), 'samples.json');
  const before = readFileSync(file);
  try {
    for (const damaged of ['[{"name": 1}]', '{', '']) {
      writeFileSync(file, damaged);
      const { client, told } = await connect('legacy', 'makes');
      expect((await client.listPrompts()).prompts).toEqual([]);
      expect((await client.listTools()).tools).toHaveLength(1);
      expect(told()).toContain('"samples.json" is left out');
    }
  } finally {
    writeFileSync(file, before);
  }
});

test('F2 a server that is started with an unknown option ends at once', async () => {
  const given = [join(serverOf('makes'), 'server.mjs'), '--dangerously-approv'];
  const ended = new Promise<[unknown, string]>((done) =>
    execFile(process.execPath, given, (error, _, stderr) => done([error?.code, stderr])),
  );
  const [code, said] = await ended;
  expect(code).toBe(2);
  expect(said).toContain('There is no option "--dangerously-approv"');
});
