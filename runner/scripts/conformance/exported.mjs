import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
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
import { pathToFileURL } from 'node:url';
import { createMcpHandler, isInitializeRequest } from '@modelcontextprotocol/server';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { home } from '../steps/home.mjs';

/**
 * Exports the suite's tools as a server, and puts it behind HTTP, which the suite speaks and the server does not: its
 * own answers go out through the SDK's ways of HTTP. Answers with its address.
 */
export async function openExported() {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-exported-'));
  const about = { name: 'suite', version: '1.0.0' };
  const { openTools, serversOf } = await exported(folder);
  const tools = await openParts(folder, openTools);
  const make = serversOf(tools, about);
  const handler = createMcpHandler(make);
  const sessions = new Map();
  const answer = async (request, body) => {
    const open = sessions.get(request.headers.get('Mcp-Session-Id') ?? '');
    if (open) return open.handleRequest(request, { parsedBody: body });
    if (!isInitializeRequest(body)) return handler.fetch(request, { parsedBody: body });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => sessions.set(id, transport),
    });
    await (await make()).connect(transport);
    return transport.handleRequest(request, { parsedBody: body });
  };
  const server = createServer((asked, said) => void passOn(asked, said, answer));
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await tools.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The tools, of which each that asks something is a module of its own: calls of a module take turns. */
async function openParts(folder, openTools) {
  const whole = join(folder, 'server/tools');
  const listed = JSON.parse(readFileSync(join(whole, 'tools.json'), 'utf8'));
  const parts = new Map();
  for (const tool of listed) {
    const { name } = tool.definition;
    const part = /elicitation|input_required/.test(name) ? name : 'suite';
    parts.set(part, [...(parts.get(part) ?? []), tool]);
  }
  const open = [];
  for (const [name, tools] of parts) {
    const own = join(folder, 'server', name);
    cpSync(whole, own, { recursive: true });
    writeFileSync(join(own, 'tools.json'), JSON.stringify(tools));
    const part = await openTools(pathToFileURL(`${own}/`));
    open.push(part);
    // A module starts with its first call, for which the suite would not wait on a busy machine.
    const enough = new AbortController();
    const ask = async () => enough.abort();
    await part.run(tools[0].definition.name, { message: '' }, { signal: enough.signal, ask });
  }
  const having = (name) => open.find((one) => one.list().some((tool) => tool.name === name));
  return {
    list: () => open.flatMap((one) => one.list()),
    run: (name, args, on) => having(name).run(name, args, on),
    close: () => Promise.all(open.map((one) => one.close())),
  };
}

/** The exported folder's own programs. */
async function exported(folder) {
  const module = join(folder, 'suite');
  mkdirSync(module);
  const source = readFileSync(
    join(home, 'runner/scripts/conformance/fixtures/tools/suite/index.ts'),
    'utf8',
  );
  // One server has them all.
  writeFileSync(join(module, 'index.ts'), source.replace("= 'suite';", "= 'all';"));
  const out = join(folder, 'server');
  // A module that registers its tools is such a server already and would stay as it is; what lies beside the tools is
  // the same in every form.
  const args = ['export', module, '--format', 'create-tool', '--out', out, '--json'];
  const lathe = join(home, 'runner/scripts/lathe.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [lathe, ...args]);
  if (status !== 0) throw new Error(`The export failed: ${stdout}${stderr}`);
  copyFileSync(join(home, 'dist/carried/serve.mjs'), join(out, 'lathe/serve.mjs'));
  symlinkSync(join(home, 'node_modules'), join(out, 'node_modules'));
  const load = (name) => import(pathToFileURL(join(out, 'lathe', name)).href);
  return { ...(await load('lathe.mjs')), ...(await load('serve.mjs')) };
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
