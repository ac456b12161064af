import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAsking, openBridge } from './bridge.mjs';
import { home } from '../steps/home.mjs';

/**
 * The suite leaves questions without an answer, and calls the same tool again for at most ten seconds: calls of a module
 * take turns, so that the one before has to be over by then.
 */
export const ABANDONED_MS = 5000;

/**
 * Exports the suite's tools as a server, and puts HTTP, which the suite speaks, before the program as a client starts
 * it. Answers with its address.
 */
export async function openExported() {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-exported-'));
  const bridge = await openBridge(exported(folder));
  const server = createServer((asked, said) => void passOn(asked, said, bridge.answer));
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await bridge.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Exports, as a person does, and answers with the path of the program. A module that registers its tools is such a
 * server already and would stay as it is: its tools take the place of those of another tool's server.
 */
function exported(folder) {
  const module = join(folder, 'suite');
  mkdirSync(module);
  const fixture = join(home, 'runner/scripts/conformance/fixtures/tools/suite/index.ts');
  const source = readFileSync(fixture, 'utf8');
  // One server has them all.
  writeFileSync(join(module, 'index.ts'), source.replace('= [] as', "= 'all' as"));
  const samples = [{ name: 'simple', tool: 'test_simple_text', arguments: {} }];
  writeFileSync(join(module, 'samples.json'), JSON.stringify(samples));
  const write = (from, format) => {
    const out = join(folder, format);
    const args = ['export', from, '--format', format, '--out', out, '--json'];
    const lathe = join(home, 'runner/scripts/lathe.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [lathe, ...args]);
    if (status !== 0) throw new Error(`The export failed: ${stdout}${stderr}`);
    return out;
  };
  const server = write(join(home, 'examples/calc'), 'mcp-server');
  const tools = write(module, 'create-tool');
  rmSync(join(server, 'tools'), { recursive: true });
  for (const part of ['tools', 'lathe', 'samples.json'])
    cpSync(join(tools, part), join(server, part), { recursive: true });
  apart(join(server, 'tools/tools.json'));
  symlinkSync(join(home, 'node_modules'), join(server, 'node_modules'));
  return join(server, 'server.mjs');
}

/** Makes a module of its own of each tool that asks something: calls of a module take turns. */
function apart(file) {
  const listed = JSON.parse(readFileSync(file, 'utf8'));
  for (const { definition, folder } of listed)
    if (isAsking(definition.name)) {
      folder.name = definition.name;
      definition.timeoutMs = ABANDONED_MS;
    }
  writeFileSync(file, JSON.stringify(listed));
}

async function passOn(asked, said, answer) {
  const body = await new Promise((done) => {
    let text = '';
    asked.on('data', (bytes) => (text += bytes));
    asked.on('end', () => done(text));
  });
  const gone = new AbortController();
  said.on('close', () => gone.abort());
  const url = `http://${asked.headers.host}${asked.url}`;
  const init = { method: asked.method, headers: asked.headers, signal: gone.signal };
  const request = new Request(url, body === '' ? init : { ...init, body });
  const answered = await answer(request, parsed(body)).catch(
    (error) => new Response(String(error), { status: 500 }),
  );
  said.writeHead(answered.status, Object.fromEntries(answered.headers));
  said.flushHeaders();
  try {
    for await (const bytes of answered.body ?? []) said.write(bytes);
  } catch {
    // Whoever has gone reads no further.
  }
  said.end();
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
