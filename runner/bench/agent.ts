import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createOpenAI } from '@ai-sdk/openai';
import { jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { findPrograms } from '../platform/process/programs.ts';
import { openAsker } from './ground/ask-again.ts';
import { reportLine } from './ground/measure.ts';
import { none, reportParts } from './ground/turn-parts.ts';
import { processorTimes } from './ground/process-state.ts';
import { scratchWorkspace, startRunner } from './ground/start-runner.ts';

/**
 * Compares the processor time of a turn of the runner's loop, over HTTP, with the AI SDK's loop in one process: the
 * same provider on this machine, and the same tool, which reads a small file. Models and calls count on neither
 * side. Each side's model is what its loop asks: the SDK's is the provider's package, the runner's is `Model`,
 * which passes the request to the process of the package. Both get the same requests again without a loop. All the
 * rest is the runner's loop: it writes each message, looks at the tools, and reports everything over HTTP.
 */
type LanguageModel = ReturnType<ReturnType<typeof createOpenAI>['chat']>;
const TURNS = 20;
const LONG = [50, 100, 200] as const;
const WARM = 3;
const MEASURED = { turns: 9, times: 2 };
const KEY = 'sk-bench-0123456789';

const { path: workspace, discard } = scratchWorkspace();
mkdirSync(join(workspace, 'files'), { recursive: true });
const file = join(workspace, 'files/small.txt');
writeFileSync(file, 'a line\n'.repeat(20));
const readHere = () => readFileSync(file, 'utf8');

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
const post = (path: string, body: unknown, more = {}) =>
  fetch(new URL(path, runner.url), {
    ...{ method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) },
  });

const text = (turns: number) => `turns: ${turns}`;
/** Answers like `Read`, to measure the loop without a tool. */
const instead = { success: true, llmContent: readHere(), displayContent: 'small.txt' };
const mocks = { Read: { kind: 'rule', rules: [{ when: {}, ...instead }] } };

/** Creates a conversation of so many turns, each with one call; returns its id. */
async function inRunner(turns: number, more: object = {}): Promise<string> {
  const setup = {
    ...{ model: 'openai:mock-model', tools: ['Read'], ...more },
    limits: { maxTurns: 1_000, maxToolCalls: 10_000 },
  };
  const { id } = await (await post('/api/conversations', { setup })).json();
  const path = `/api/conversations/${id}/turns`;
  const said = await (await post(path, { parent: null, text: text(turns) })).text();
  if (!said.includes('"stopReason":"done"') || !said.includes(`"call_${turns - 1}"`))
    throw new Error(`The runner's turn failed: ${said.slice(-500)}`);
  return id;
}

/** Makes so many calls of `Read`; with an extra field in the body, which is refused, it measures HTTP alone. */
async function callsAlone(turns: number, args: string, more = {}): Promise<void> {
  const body = { call: { name: 'Read', arguments: args }, ...more };
  for (let at = 0; at < turns; at += 1)
    await (await post('/api/runs', body, { Accept: 'application/json' })).text();
}
const args = JSON.stringify({ file_path: 'small.txt' });

const modelHere = (): LanguageModel =>
  createOpenAI({ baseURL: address, apiKey: KEY }).chat('mock-model');
let prompts: Parameters<LanguageModel['doStream']>[0][] = [];

async function inSdk(turns: number): Promise<void> {
  const asked: typeof prompts = [];
  const model = modelHere();
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
  const execute = () => Promise.resolve(readHere());
  const answer = streamText({
    model,
    prompt: text(turns),
    tools: { Read: tool({ description: 'Reads a file', inputSchema, execute }) },
    stopWhen: stepCountIs(turns + 1),
  });
  const { length } = await answer.steps;
  if (length !== turns + 1) throw new Error(`The SDK's loop made ${length} steps`);
  prompts = asked;
}

/** Sends the same prompts again through the provider's package, and reads the answers. */
async function packageAlone(): Promise<void> {
  for (const options of prompts) {
    const { stream } = await modelHere().doStream({ ...options, abortSignal: undefined });
    for await (const _ of stream);
  }
}

/** The tool of the SDK's loop. */
const toolAlone = async (turns: number) => {
  for (let at = 0; at < turns; at += 1) await Promise.resolve(readHere());
};

/** The runner, and a part of its provider process's command line: the allowed address. */
const measured = { start: runner.pid, told: `--allow-net=${new URL(address).host}` };

const id = await inRunner(TURNS, { mocks });
const asker = openAsker(
  workspace,
  await (await fetch(new URL(`/api/conversations/${id}`, runner.url), { headers })).json(),
);

try {
  const candidates = [
    () => inSdk(TURNS),
    () => packageAlone(),
    () => asker.again(),
    () => toolAlone(TURNS),
    () => inRunner(TURNS),
    () => callsAlone(TURNS, args),
    () => callsAlone(TURNS, '{'),
    () => callsAlone(TURNS, args, { nothing: true }),
    () => inRunner(TURNS, { mocks }),
  ];
  for (let at = 0; at < WARM; at += 1) for (const one of candidates) await one();
  // On a busy machine processes wait for each other, which processor time does not include.
  reportParts(await processorTimes(candidates, MEASURED, measured), TURNS);
  const once = { turns: 1, times: 1 };
  for (const turns of LONG) {
    const [[long = none] = []] = await processorTimes([() => inRunner(turns)], once, measured);
    reportLine(`${turns} turns: one of them, with its call`, `${(long.all / turns).toFixed(2)} ms`);
  }
} finally {
  await asker.close();
  await runner.stop();
  provider.kill('SIGTERM');
  discard();
}
