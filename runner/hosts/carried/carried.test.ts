import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bytesOf } from '../../../shared/formats/file-bytes.ts';
import { writers } from '../../../shared/formats/writers.ts';
import { withCarried } from '../../../shared/formats/convert.ts';
import { languages } from '../../../shared/languages/languages.ts';
import { defaultLimits } from '../../../shared/registry/authored/authored-tool.ts';
import { invokeAuthored as invoke } from '../../../shared/registry/fixtures/invoke-authored.ts';
import type { Definition } from '../../../shared/tool/definition.ts';
import { Declared } from '../../../shared/tool/declared.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import { buildKit } from '../module/build-kit.mjs';
import { createModuleHost } from '../module/module-host.ts';
import { bash } from '../../../shared/languages/bash/bash.ts';
import { createScriptHost } from '../process/process-host.ts';
import { createPythonHost } from '../pyodide/python-host.ts';
import { testGround } from '../pyodide/fixtures/test-ground.ts';
import { findPrograms } from '../../platform/process/programs.ts';
import { buildCarried } from './build-carried.mjs';
import { calls, toolset } from './fixtures/toolset.ts';

const home = resolve(import.meta.dirname, '../../..');
const scratch = mkdtempSync(join(tmpdir(), 'lathe-test-'));
const files = join(scratch, 'files');
const closing: (() => Promise<unknown>)[] = [];

/** The texts for the model of Lathe itself, of the MCP server and of each module, by the call's place. */
let here: Said[];
let served: Said[];
let modules: Record<string, Said[]>;
let moduleHost: Host;
interface Said {
  success: boolean;
  text: string;
}

const python = await promisify(execFile)('python3', [
  '-c',
  'import sys; assert sys.version_info >= (3, 11)',
]).then(
  () => true,
  () => false,
);
if (!python) process.stderr.write('No Python 3.11 is here: rows of Python tools are skipped\n');
const programs = findPrograms();
if (programs.deno === undefined)
  process.stderr.write('No Deno is here: rows of TypeScript tools are skipped\n');
const languageOf = (name: string) =>
  toolset.tools.find(({ definition }) => definition.name === name)?.code.language;
const missing = [
  ...(python ? [] : ['python']),
  ...(programs.deno === undefined ? ['typescript'] : []),
];
const runnable = calls.filter(([name]) => !missing.includes(languageOf(name) ?? ''));

/** What the same program does in every form is looked at in one. */
const lengthy = new Set(['sleeps', 'lingers', 'exits', 'reads', 'raises', 'raw']);
const inModules = runnable.filter(([name, { what }]) => !lengthy.has(name) && what !== 'spin');

/** A TypeScript module is such a module as it is. */
const isOffered = (format: string, name: string): boolean =>
  format !== 'custom-tool' || languageOf(name) !== 'typescript';

async function wholeOf(format: string, said: Partial<Definition> = {}): Promise<Folder> {
  const carried = await buildCarried(join(home, '.cache/carried'));
  const tools = toolset.tools
    .filter(({ definition }) => isOffered(format, definition.name))
    .map((tool) => ({ ...tool, definition: { ...tool.definition, ...said } }));
  const written = writers.get(format)?.write({ ...toolset, tools });
  if (!written) throw new Error(`Nothing writes "${format}"`);
  return withCarried(written, async (name) => readFileSync(join(carried, name), 'utf8'));
}

async function writeOut(format: string, folder: string): Promise<void> {
  for (const [path, content] of Object.entries(await wholeOf(format))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytesOf(content));
  }
}

async function askLathe(): Promise<Said[]> {
  const { engines, ...ground } = await testGround();
  moduleHost = createModuleHost({
    ...programs,
    kitDirectory: await buildKit(),
    filesDirectory: files,
  });
  const hosts = new Map(
    [
      createPythonHost({ ...ground, ...(engines.deno ?? engines.node), size: 1 }),
      createScriptHost(bash, { filesDirectory: files, bwrap: '/nowhere/bwrap' }),
      moduleHost,
    ].map((host) => [host.id, host]),
  );
  closing.push(...[...hosts.values()].map((host) => () => host.close()));
  const ask = () => Promise.resolve({ answer: 'allow' } as const);
  const parts = { languages, hosts, ask, limits: defaultLimits };
  return Promise.all(
    runnable.map(async ([name, args]) => {
      const tool = toolset.tools.find(({ definition }) => definition.name === name);
      if (!tool) throw new Error(`There is no "${name}"`);
      const call = { runId: name, tool, folderName: 'x', arguments: args };
      const { result } = await invoke(call, parts, () => undefined, AbortSignal.timeout(100_000));
      return { success: result.success, text: result.llmContent };
    }),
  );
}

const waiting = { timeout: 20_000, interval: 50 };
const pidsIn = (name: string): number[] =>
  readFileSync(join(files, name), 'utf8').trim().split(/\s+/).map(Number);
/** What nobody has waited for yet still has a number, and no program. */
const isAlive = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
};

/** A program whose person allows whatever is asked for. */
function clientThat(more: ConstructorParameters<typeof Client>[1] = {}): Client {
  const capabilities = { ...more.capabilities, elicitation: { form: {} } };
  const allowing = new Client({ name: 'test', version: '1.0.0' }, { ...more, capabilities });
  allowing.setRequestHandler('elicitation/create', () => ({
    ...{ action: 'accept', content: { allow: true } },
  }));
  return allowing;
}

const client = clientThat();

const connect = (to: Client): Promise<void> =>
  to.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(scratch, 'server/server.mjs')],
      cwd: files,
      env: { PATH: process.env.PATH ?? '' },
    }),
  );

async function askServer(): Promise<Said[]> {
  const folder = join(scratch, 'server');
  await writeOut('mcp-server', folder);
  symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'));
  await connect(client);
  closing.push(() => client.close());
  return Promise.all(
    runnable.map(async ([name, args]) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [first] = content;
      return { success: isError !== true, text: first?.type === 'text' ? first.text : '' };
    }),
  );
}

/** What each kind of program does with such a module, in its shortest form. */
const harness: Record<string, string> = {
  'project/tools/createTool.js': `export const createTool = (config) => ({
    id: config.name,
    answer: async (args) => {
      const parsed = config.schema.safeParse(args);
      const { success, llmContent } = parsed.success
        ? await config.execute(parsed.data) : { success: false, llmContent: '' };
      return { success, text: llmContent };
    },
  });`,
  'project/tools/core/tool.js': `export const Tool = { define: (id, info) => ({
    id,
    answer: async (args) => {
      const parsed = info.parameters.safeParse(args);
      if (!parsed.success) return { success: false, text: '' };
      try {
        const { output } = await info.execute(parsed.data, { sessionId: 's', messageId: 'm' });
        return { success: true, text: output };
      } catch (error) { return { success: false, text: error.message }; }
    },
  }) };`,
  'project/custom.mjs': `export default (factory) => factory({}).map((tool) => ({
    id: tool.name,
    answer: async (args) => {
      try {
        const { content } = await tool.execute('id', args, undefined, {}, new AbortController().signal);
        return { success: true, text: content[0].text };
      } catch (error) { return { success: false, text: error.message }; }
    },
  }));`,
};

async function askModules(): Promise<Record<string, Said[]>> {
  const places = {
    'create-tool': 'project/tools/made',
    'tool-define': 'project/tools/builtin/made',
    'custom-tool': 'project/custom/made',
  };
  for (const [format, place] of Object.entries(places))
    await writeOut(format, join(scratch, place));
  const program = `import custom from './custom.mjs';
    const made = {
      'create-tool': Object.values(await import('./tools/made/index.ts')),
      'tool-define': Object.values(await import('./tools/builtin/made/index.ts')),
      'custom-tool': custom((await import('./custom/made/index.ts')).default),
    };
    const answers = {};
    await Promise.all(Object.entries(made).map(async ([format, tools]) => {
      answers[format] = await Promise.all(JSON.parse(process.argv[2]).map(([name, args]) =>
        tools.find(({ id }) => id === name)?.answer(args) ?? null));
    }));
    console.log(JSON.stringify(answers));
    process.exit();`;
  for (const [path, code] of Object.entries({ ...harness, 'project/main.mjs': program })) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    writeFileSync(join(scratch, path), code);
  }
  writeFileSync(join(scratch, 'project/package.json'), '{"type":"module"}');
  symlinkSync(join(home, 'node_modules'), join(scratch, 'node_modules'));
  const tsx = join(home, 'node_modules/tsx/dist/esm/index.mjs');
  const args = ['--import', tsx, join(scratch, 'project/main.mjs'), JSON.stringify(inModules)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: files });
  return JSON.parse(stdout) as Record<string, Said[]>;
}

beforeAll(async () => {
  mkdirSync(files);
  [here, served] = await Promise.all([askLathe(), askServer()]);
  modules = await askModules();
});
afterAll(async () => {
  await Promise.allSettled(closing.map((close) => close()));
  rmSync(scratch, { recursive: true });
});

type Row = [string, string, number];
const rowsOf = (asked: typeof calls): Row[] =>
  asked.map(([name, args], at) => [name, JSON.stringify(args).slice(0, 40), at]);

describe('F2 an exported MCP server answers like Lathe', () => {
  test.each(rowsOf(runnable))('%s %s', (_name, _args, at) => {
    expect(served[at]).toEqual(here[at]);
  });

  test('it lists every tool and the rule prompt', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      toolset.tools.map(({ definition }) => definition.name),
    );
    expect(tools[0]).toMatchObject({
      description: toolset.tools[0]?.definition.description,
      inputSchema: toolset.tools[0]?.definition.parameters,
    });
    expect(client.getInstructions()).toBe(toolset.group.rulePrompt);
  });

  test.each([
    ['2025-11-25', 'legacy' as const],
    ['2026-07-28', { pin: '2026-07-28' }],
  ])('M25 it speaks the protocol of %s, and shows a call to the person', async (version, mode) => {
    const uri = 'ui://lathe/display';
    const mimeType = 'text/html;profile=mcp-app';
    const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: [mimeType] } };
    const other = clientThat({ versionNegotiation: { mode }, capabilities: { extensions } });
    await connect(other);
    try {
      expect(other.getNegotiatedProtocolVersion()).toBe(version);
      const { tools } = await other.listTools();
      expect(tools[0]?.icons).toMatchObject([{ mimeType: 'image/svg+xml' }]);
      for (const { _meta } of tools) expect(_meta).toMatchObject({ ui: { resourceUri: uri } });
      const { contents } = await other.readResource({ uri });
      expect(contents).toMatchObject([{ uri, mimeType }]);
      const [[name = '', args] = []] = runnable;
      const { content, _meta } = await other.callTool({ name, arguments: args });
      expect(content).toMatchObject([{ type: 'text', text: here[0]?.text }]);
      expect(_meta).toHaveProperty(['lathe/displayContent']);
    } finally {
      await other.close();
    }
  });

  test('after the time limit nothing that the call started is left', () => {
    const pids = pidsIn('pids');
    expect(pids).toHaveLength(2);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('a call ends with everything that it started when its client cancels it or leaves', async () => {
    const started = (): Promise<number[]> =>
      vi.waitFor(() => {
        const pids = pidsIn('stays');
        expect(pids).toHaveLength(2);
        rmSync(join(files, 'stays'));
        return pids;
      }, waiting);
    const gone = (pids: number[]) =>
      vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), waiting);
    const other = clientThat();
    await connect(other);
    const stop = new AbortController();
    const stopped = other.callTool({ name: 'stays', arguments: {} }, { signal: stop.signal });
    const first = await started();
    expect(first.filter(isAlive)).toEqual(first);
    stop.abort();
    await expect(stopped).rejects.toThrow();
    await gone(first);
    void other.callTool({ name: 'stays', arguments: {} }).catch(() => undefined);
    const second = await started();
    await other.close();
    await gone(second);
  });
});

describe.each(['create-tool', 'tool-define', 'custom-tool'])(
  'F3 a %s module that was written answers as Lathe does',
  (format) => {
    const rows = rowsOf(inModules).filter(([name]) => isOffered(format, name));
    test.each(rows)('%s %s', (_name, _args, at) => {
      const said = modules[format]?.[at];
      const asked = inModules[at];
      const lathe = asked && here[runnable.indexOf(asked)];
      // A program that checks arguments itself words that itself.
      if (said?.text === '') expect(lathe?.text).toMatch(/^Parameter validation failed/);
      else expect(said).toEqual(lathe);
      expect(said?.success).toBe(lathe?.success);
    });
  },
);

/** What Lathe reads of a module that was written. */
async function readBack(format: string, whole: Folder): Promise<Declared> {
  const file = Object.hasOwn(whole, 'server.mjs') ? 'server.mjs' : 'index.ts';
  const asked = { file, source: '', options: {}, folder: { name: format, files: whole } };
  const job = languages.get('typescript')?.declareJob?.(asked);
  if (!job) throw new Error('TypeScript declares nothing');
  const never = new AbortController().signal;
  return Declared.parse((await moduleHost.perform(job, () => undefined, never)).value);
}

const author = { version: '2.1.0', tags: ['one', 'two'], strict: true, isConcurrencySafe: false };
const example = { description: 'As it is meant', params: { what: 'spin' } };

test.runIf(programs.deno !== undefined).each([
  [
    'create-tool',
    { ...author, displayName: 'Shown', isReadOnly: true, examples: [example] },
    { ...author, label: 'Shown', isReadOnly: true, examples: [example] },
  ],
  ['tool-define', { displayName: 'Shown', enabled: false }, { label: 'Shown', enabled: false }],
])('F7 %s contains what an author says, as far as it has fields', async (format, said, read) => {
  const declared = await readBack(format, await wholeOf(format, said));
  if (!declared.ok) throw new Error(JSON.stringify(declared));
  for (const tool of declared.tools) expect(tool).toMatchObject(read);
});

test
  .runIf(programs.deno !== undefined)
  .each(['mcp-server', 'create-tool', 'tool-define', 'custom-tool'])(
  'F7 what was written as %s is read as its tools',
  async (format) => {
    const declared = await readBack(format, await wholeOf(format));
    const offered = toolset.tools.filter(({ definition: { name } }) => isOffered(format, name));
    expect(declared).toMatchObject({ ok: true, dialect: format });
    const said = declared.ok ? declared.tools.map((one) => `${one.name}: ${one.description}`) : [];
    // What a module exports has the order of the alphabet.
    expect(said.toSorted()).toEqual(
      offered.map(({ definition }) => `${definition.name}: ${definition.description}`).toSorted(),
    );
  },
);
