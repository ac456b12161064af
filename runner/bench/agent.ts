import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createOpenAI } from '@ai-sdk/openai';
import { jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { findPrograms } from '../platform/programs.ts';
import { medians, reportLine, reportRatio } from './ground/measure.ts';
import { processorTimes } from './ground/process-state.ts';
import { scratchWorkspace, startRunner } from './ground/start-runner.ts';

/**
 * A conversation in the runner, over HTTP, against the AI SDK's loop in one process: the same provider on this
 * machine, the same tool, which reads a small file. What the requests alone take, sent byte for byte again, is
 * the model's time and counts for neither. Processor time is told in two parts, which hold the same on both sides:
 * the provider's package, which writes a request, sends it and reads the answer (the runner's has a process of its
 * own, so its part of the pipe between them is in there), and the loop, which is all the rest. The runner's loop
 * keeps each message, looks at the tools, and tells of everything over HTTP; a call of the tool counts for neither.
 */
type LanguageModel = ReturnType<ReturnType<typeof createOpenAI>['chat']>;
const TURNS = 20;
const LONG = [50, 100, 200] as const;
const RUNS = 5;
const KEY = 'sk-bench-0123456789';

const { path: workspace, discard } = scratchWorkspace();
mkdirSync(join(workspace, 'files'), { recursive: true });
const file = join(workspace, 'files/small.txt');
writeFileSync(file, 'a line\n'.repeat(20));

const { node = 'node' } = findPrograms();
const served = 'runner/conversations/fixtures/serve-calls.ts';
const provider = spawn(node, ['--import', 'tsx', served, 'small.txt'], {
  ...{ cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'pipe', 'inherit'] },
});
const address = await new Promise<string>((line) =>
  createInterface({ input: provider.stdout }).once('line', line),
);
process.env['OPENAI_BASE_URL'] = address;
process.env['OPENAI_API_KEY'] = KEY;
const runner = await startRunner(workspace);
const headers = {
  Authorization: `Bearer ${runner.token}`,
  'Content-Type': 'application/json',
};
const post = (path: string, body: unknown) =>
  fetch(new URL(path, runner.url), { method: 'POST', headers, body: JSON.stringify(body) });

const text = (turns: number) => `turns: ${turns}`;

/** A conversation of so many turns, each with one call. */
async function inRunner(turns: number): Promise<void> {
  const setup = {
    ...{ model: 'openai:mock-model', tools: ['Read'] },
    limits: { maxTurns: 1_000, maxToolCalls: 10_000 },
  };
  const { id } = await (await post('/api/conversations', { setup })).json();
  const path = `/api/conversations/${id}/turns`;
  const said = await (await post(path, { parent: null, text: text(turns) })).text();
  const ran = said.match(/"from":"run"/g)?.length ?? 0;
  if (!said.includes('"stopReason":"done"') || ran < turns)
    throw new Error(`The runner's turn failed: ${said.slice(-500)}`);
}

/** So many calls of a tool by its name; of one that is not there, what HTTP takes by itself. */
async function callsAlone(turns: number, name: string): Promise<void> {
  const sent = { ...headers, Accept: 'application/json' };
  const call = { name, arguments: JSON.stringify({ file_path: 'small.txt' }) };
  const init = { method: 'POST', headers: sent, body: JSON.stringify({ call }) };
  for (let at = 0; at < turns; at += 1)
    await (await fetch(new URL('/api/runs', runner.url), init)).text();
}

const bodies = new Map<number, string[]>();
const prompts = new Map<number, Parameters<LanguageModel['doStream']>[0][]>();

const modelWith = (through: typeof fetch): LanguageModel =>
  createOpenAI({ baseURL: address, apiKey: KEY, fetch: through }).chat('mock-model');

async function inSdk(turns: number): Promise<void> {
  const sent: string[] = [];
  const asked: Parameters<LanguageModel['doStream']>[0][] = [];
  const model = modelWith((url, init) => {
    sent.push(String(init?.body));
    return fetch(url, init);
  });
  const doStream = model.doStream.bind(model);
  model.doStream = (options) => {
    asked.push(options);
    return doStream(options);
  };
  const inputSchema = jsonSchema<{ file_path: string }>({
    type: 'object',
    properties: { file_path: { type: 'string' } },
    required: ['file_path'],
  });
  const execute = () => Promise.resolve(readFileSync(file, 'utf8'));
  const answer = streamText({
    model,
    prompt: text(turns),
    tools: { Read: tool({ description: 'Reads a file', inputSchema, execute }) },
    stopWhen: stepCountIs(turns + 1),
  });
  const { length } = await answer.steps;
  if (length !== turns + 1) throw new Error(`The SDK's loop made ${length} steps`);
  bodies.set(turns, sent);
  prompts.set(turns, asked);
}

/** The same prompts once more through the provider's package, read to their end. */
async function packageAlone(turns: number): Promise<void> {
  for (const options of prompts.get(turns) ?? []) {
    const { stream } = await modelWith(fetch).doStream({ ...options, abortSignal: undefined });
    for await (const _ of stream);
  }
}

/** The same requests once more, read to their end. */
async function requestsAlone(turns: number): Promise<void> {
  for (const body of bodies.get(turns) ?? []) {
    const sent = { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` };
    await (
      await fetch(`${address}/chat/completions`, { method: 'POST', headers: sent, body })
    ).text();
  }
}

/** The runner, and what its process that speaks with the provider bears in its command: what it may reach. */
const measured = { start: runner.pid, told: `--allow-net=${new URL(address).host}` };

try {
  const [ours = 0, theirs = 0, model = 0, called = 0, empty = 0] = await medians(
    [
      () => inRunner(TURNS),
      () => inSdk(TURNS),
      () => requestsAlone(TURNS),
      () => callsAlone(TURNS, 'Read'),
      () => callsAlone(TURNS, 'Nowhere'),
    ],
    ...([RUNS, 3] as const),
  );
  const perTurn = (ms: number) => ms / TURNS;
  reportLine(
    'the requests alone; a call alone',
    `${perTurn(model).toFixed(2)} ms; ${perTurn(called - empty).toFixed(2)} ms`,
  );
  reportRatio('a whole turn, against the SDK alone', perTurn(ours), perTurn(theirs));
  const own = ours - model - (called - empty);
  reportRatio(
    "a turn's own cost, against the SDK alone",
    perTurn(own),
    perTurn(theirs - model),
    1.5,
  );
  // A busy machine makes processes wait for each other, which processor time does not count.
  const none = { own: NaN, all: NaN, told: NaN };
  const [alone = none, sdk = none, talked = none, calls = none, http = none] = await processorTimes(
    [
      () => packageAlone(TURNS),
      () => inSdk(TURNS),
      () => inRunner(TURNS),
      () => callsAlone(TURNS, 'Read'),
      () => callsAlone(TURNS, 'Nowhere'),
    ],
    ...([RUNS, measured] as const),
  );
  const whole = talked.all - (calls.all - http.all);
  const ratio = (name: string, mine: number, other: number, most?: number) =>
    reportRatio(`processor time: ${name}`, perTurn(mine), perTurn(other), most);
  ratio('the loop', whole - talked.told, sdk.own - alone.own, 1.5);
  ratio("the provider's package", talked.told, alone.own);
  ratio('both', whole, sdk.own);
  for (const turns of LONG) {
    const [long = none] = await processorTimes([() => inRunner(turns)], 1, measured);
    reportLine(`${turns} turns: processor time of one`, `${(long.all / turns).toFixed(2)} ms`);
  }
} finally {
  await runner.stop();
  provider.kill('SIGTERM');
  discard();
}
