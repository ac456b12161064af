import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { reportLine } from './ground/measure.ts';
import { shown, stateOf } from './ground/process-state.ts';
import { scratchWorkspace, startRunner } from './ground/start-runner.ts';

/** How many calls each caller makes, one after the other. */
const EACH = 4;
const LEAVES_AFTER_MS = 30;

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const tool = (id: string, file: string, code: string) => ({
  id,
  files: {
    'definition.json': JSON.stringify({ id, description: 'Says a text', parameters: text }),
    [file]: code,
  },
});
const module = `import { createTool } from 'lathe';
import { z } from 'zod';
export const say = createTool({ name: 'load_ts', kind: 'readonly', category: 'custom',
  description: { short: 'Says a text' }, schema: z.object({ text: z.string() }),
  execute: async ({ text }) => ({ success: true, llmContent: text, displayContent: text }) });
`;
const units = [
  tool('load_py', 'execution.py', "print('{text}')\n"),
  tool('load_sh', 'execution.sh', 'echo "$text"\n'),
  { id: 'load_ts', files: { 'index.ts': module } },
];
/** One of each kind in turn: a Python template, a script, a module, a built-in tool. */
const mixed = [
  { tool: 'load_py', arguments: { text: 'hi' } },
  { tool: 'load_sh', arguments: { text: 'hi' } },
  { tool: 'load_ts', arguments: { text: 'hi' } },
  { tool: 'Read', arguments: { file_path: 'hi.txt' } },
];

/** With a tool's name, only that tool, which shows which one delays the others. */
const asks = mixed.filter(({ tool }) => tool === (process.argv[2] ?? tool));

type Outcome = 'answered' | 'refused' | 'left' | 'failed';
interface Sent {
  outcome: Outcome;
  ms: number;
  why?: string;
}

const percentile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const spread = (times: number[]) =>
  [0.5, 0.95, 0.99].map((part) => `${percentile(times, part).toFixed(0)}`).join(' / ') + ' ms';

/** Makes one request on its own connection; a caller that `leaves` closes it in the middle. */
function send(url: URL, token: string, body: object | undefined, leaves: boolean): Promise<Sent> {
  const began = performance.now();
  return new Promise((settle) => {
    const over = (outcome: Outcome, why?: string) =>
      settle({ outcome, ms: performance.now() - began, ...(why === undefined ? {} : { why }) });
    const sent = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...{ Accept: 'application/json', Authorization: `Bearer ${token}` },
      ...(body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent) }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request(url, { method, headers, agent: false }, (response) => {
      let said = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (said += piece));
      response.on('error', () => over(leaves ? 'left' : 'failed', 'cut off'));
      response.on('end', () => {
        const isGood = body === undefined || said.includes('"success":true');
        if (response.statusCode === 200 && isGood) return over('answered');
        const isReason = /"(code|message)":"[^"]+"/.test(said);
        over(isReason ? 'refused' : 'failed', said.slice(0, 200));
      });
    });
    asked.on('error', (error) => over(leaves ? 'left' : 'failed', error.message));
    asked.end(sent);
    if (leaves) setTimeout(() => asked.destroy(new Error('left')), LEAVES_AFTER_MS);
  });
}

/** Runs several callers at once: each calls again as soon as it has its answer. */
async function crowd(callers: number, ask: (nth: number) => Promise<Sent>): Promise<Sent[]> {
  const each = async (caller: number) => {
    const all: Sent[] = [];
    for (let turn = 0; turn < EACH; turn += 1) all.push(await ask(caller * EACH + turn));
    return all;
  };
  return (await Promise.all(Array.from({ length: callers }, (_, caller) => each(caller)))).flat();
}

/** Makes the same number of requests to a server of the same engine that does nothing. */
async function startEcho(): Promise<{ url: URL; child: ChildProcess }> {
  const code = `import { createServer } from 'node:http';
const server = createServer((asked, answer) => { asked.resume(); asked.on('end', () => answer.end('{"success":true}')); });
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const { path } = scratch;
  const file = join(path, 'echo.mjs');
  writeFileSync(file, code);
  const child = spawn(process.execPath, isDeno ? ['run', '--allow-net', file] : [file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((line) =>
    createInterface({ input: child.stdout! }).once('line', line),
  );
  return { url: new URL(`http://127.0.0.1:${port}/`), child };
}

const scratch = scratchWorkspace();
mkdirSync(join(scratch.path, 'files'), { recursive: true });
writeFileSync(join(scratch.path, 'files/hi.txt'), 'hi\n');
for (const { id, files } of units) {
  mkdirSync(join(scratch.path, 'tools', id), { recursive: true });
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(scratch.path, 'tools', id, name), content);
}

/** The runner and the bare server use the engine of this process. */
const isDeno = 'Deno' in globalThis;
const runner = await startRunner(scratch.path, isDeno ? undefined : 'node');
const echo = await startEcho();
const runs = new URL('/api/runs', runner.url);
const health = new URL('/api/health', runner.url);
try {
  for (const ask of [...asks, ...asks]) {
    const { outcome, why } = await send(runs, runner.token, ask, false);
    if (outcome !== 'answered') throw new Error(`${ask.tool} ${outcome}: ${why}`);
  }
  for (const callers of [50, 200]) {
    const before = await stateOf(runner.pid);
    let isOver = false;
    const healthy: Sent[] = [];
    const watch = (async () => {
      while (!isOver) healthy.push(await send(health, '', undefined, false));
    })();
    const asked = asks.length;
    const sent = await crowd(callers, (nth) =>
      send(runs, runner.token, asks[nth % asked] ?? {}, nth % 10 === 9),
    );
    isOver = true;
    await watch;
    const bare = await crowd(callers, () => send(echo.url, '', {}, false));
    // Calls of callers that left need a moment to end.
    await new Promise((settle) => setTimeout(settle, 5_000));
    const count = (outcome: Outcome) => sent.filter((one) => one.outcome === outcome).length;
    const times = sent.filter(({ outcome }) => outcome === 'answered').map(({ ms }) => ms);
    const name = `${callers} callers`;
    reportLine(
      `${name}: ${sent.length} calls`,
      `${count('answered')} answered, ${count('refused')} refused, ${count('left')} left, ${count('failed')} failed`,
      { text: '0 failed', met: count('failed') === 0 },
    );
    reportLine(`${name}: answered, p50 / p95 / p99`, spread(times));
    reportLine(`${name}: a bare echo`, spread(bare.map(({ ms }) => ms)));
    const late = percentile(
      healthy.map(({ ms }) => ms),
      0.99,
    );
    reportLine(
      `${name}: health meanwhile, ${healthy.length} asked`,
      spread(healthy.map(({ ms }) => ms)),
      {
        text: 'p99 within 1000 ms',
        met: late <= 1_000,
      },
    );
    reportLine(`${name}: before`, shown(before));
    reportLine(`${name}: after`, shown(await stateOf(runner.pid)));
  }
} finally {
  await runner.stop();
  echo.child.kill();
  scratch.discard();
}
