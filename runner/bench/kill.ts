import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startRunner } from '../server/fixtures/start-runner.ts';
import type { EngineName, StartedRunner } from '../server/fixtures/start-runner.ts';

/** The lifetime of a runner under load, in milliseconds. */
const life = { least: 60, most: 1_500 };
const tools = ['k_one', 'k_two', 'k_three'];

/** What the runner acknowledged, and what requests without an answer may have done. */
interface Told {
  versions: Map<string, { told: number; asked: number }>;
  settings: { told: number; asked: number };
  runs: string[];
  imports: string[];
}

const lost: string[] = [];
const torn: string[] = [];
const helped: string[] = [];
const left: string[] = [];
let seenOutside = 0;
const counts = { saves: 0, settings: 0, runs: 0, imports: 0 };

/** Returns the same numbers for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const noteOf = (version: number) => (version % 2 ? 'notes/odd.md' : 'notes/even.md');

/** Returns a folder with one number in all files; its last file alternates between two names. */
const folderOf = (version: number) => ({
  'definition.json': JSON.stringify({
    ...{ id: 'k', description: `Version ${version}` },
    parameters: { type: 'object', properties: {} },
  }),
  'execution.sh': `echo Version ${version}`,
  [noteOf(version)]: `Version ${version}`,
});

const versionsIn = (files: Record<string, string>): Set<string> =>
  new Set(Object.values(files).map((text) => /Version (\d+)/.exec(text)?.[1] ?? 'none'));

function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.tmp$/.test(entry.name));
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]),
  );
}

const isTorn = (files: Record<string, string>) =>
  versionsIn(files).size !== 1 || Object.keys(files).length !== 3;

async function act(runner: StartedRunner, told: Told, until: AbortSignal): Promise<void> {
  const ask = async (path: string, method: string, body: unknown, headers = {}) => {
    const answer = await runner.fetch(path, { as: 'page', method, body, headers });
    return { status: answer.status, body: await answer.text() };
  };
  const repeat = async (work: () => Promise<void>) => {
    // A request that the kill interrupted has no answer, so nothing was acknowledged.
    while (!until.aborted) await work().catch(() => undefined);
  };
  const save = (tool: string) => async () => {
    const state = told.versions.get(tool) ?? { told: 0, asked: 0 };
    told.versions.set(tool, state);
    const version = (state.asked += 1);
    const condition = state.told === 0 ? {} : { 'If-Match': '*' };
    const headers = state.told === 0 && version === 1 ? { 'If-None-Match': '*' } : condition;
    // A save keeps the files that it does not name.
    const before = { [noteOf(version + 1)]: null };
    const files = { ...folderOf(version), ...(version === 1 ? {} : before) };
    const saved = await ask(
      `/api/tools/${tool}`,
      'PUT',
      { files },
      { 'If-Match': '*', ...headers },
    );
    if (saved.status < 300) [state.told, counts.saves] = [version, counts.saves + 1];
  };
  const set = async () => {
    const { settings, revision } = JSON.parse((await ask('/api/settings', 'GET', undefined)).body);
    const next = (told.settings.asked += 1);
    settings.limits.approvalMs = 10_000 + next;
    const put = await ask('/api/settings', 'PUT', { settings, revision });
    if (put.status === 200) [told.settings.told, counts.settings] = [next, counts.settings + 1];
  };
  const run = async () => {
    let runId = '';
    const body = { tool: 'Read', arguments: { file_path: 'note.md' } };
    await runner.run(body, 'page', ({ event, data }) => {
      if (event === 'started') ({ runId } = data);
      if (event !== 'ended') return;
      told.runs.push(runId);
      counts.runs += 1;
    });
  };
  const bring = async () => {
    const answer = await ask('/api/import', 'POST', { files: folderOf(1), name: 'sent' });
    if (answer.status !== 201) return;
    told.imports.push(...JSON.parse(answer.body).ids);
    counts.imports += 1;
    // A library of thousands would slow down the rest.
    await new Promise((settle) => setTimeout(settle, 100));
  };
  await Promise.all([...tools.map(save), set, run, run, bring, bring].map(repeat));
}

/** Compares what is stored after a kill and the next start with what was acknowledged. */
async function check(runner: StartedRunner, told: Told, name: string): Promise<void> {
  const read = async (path: string) => (await runner.fetch(path, { as: 'page' })).json();
  for (const [tool, { told: least, asked }] of told.versions) {
    const { files } = await read(`/api/tools/${tool}`);
    if (!files) {
      if (least > 0) lost.push(`${name}: ${tool}`);
      continue;
    }
    const onDisk = filesIn(join(runner.workspace, 'tools', tool));
    if (isTorn(files) || isTorn(onDisk)) torn.push(`${name}: ${tool}: ${[...versionsIn(onDisk)]}`);
    const version = Number([...versionsIn(files)][0]);
    if (version < least || version > asked)
      lost.push(`${name}: version ${least} of ${tool}, there is ${version}`);
    told.versions.set(tool, { told: version, asked: version });
  }
  const { settings } = await read('/api/settings');
  const set = settings.limits.approvalMs - 10_000;
  if (told.settings.told > 0 && set < told.settings.told)
    lost.push(`${name}: settings ${told.settings.told}, there are ${set}`);
  for (const id of told.runs.splice(0)) {
    const { outcome } = await read(`/api/runs/${id}`);
    if (outcome !== 'finished' && outcome !== 'failed') lost.push(`${name}: run ${id}`);
  }
  const listed: { id: string; enabled: boolean }[] = (await read('/api/tools')).tools;
  for (const id of told.imports) {
    const entry = listed.find((one) => one.id === id);
    if (!entry) lost.push(`${name}: import ${id}`);
    else if (entry.enabled) helped.push(`${name}: import ${id} is switched on`);
    else if (isTorn(filesIn(join(runner.workspace, 'tools', id)))) torn.push(`${name}: ${id}`);
    await runner.fetch(`/api/tools/${id}`, { as: 'page', method: 'DELETE' });
  }
  told.imports.splice(0);
  const { setAside = [] } = await read('/api/health');
  for (const { file, reason } of setAside) helped.push(`${name}: ${file}: ${reason}`);
}

/** Returns the unfinished files of a killed runner that the next one did not remove. */
function leftovers({ workspace }: StartedRunner): string[] {
  const own = join(workspace, '.lathe');
  const folders = ['saving', 'staging'].map((name) => join(own, name)).filter(existsSync);
  const begun = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const everything = ['.lathe', 'tools'].flatMap((folder) =>
    readdirSync(join(workspace, folder), { recursive: true }).map(String),
  );
  return [...begun, ...everything.filter((path) => /\.lathe-\w+\.tmp/.test(path))];
}

async function rounds(engine: EngineName, kills: number, random: () => number): Promise<void> {
  const told: Told = {
    ...{ versions: new Map(), settings: { told: 0, asked: 0 }, runs: [], imports: [] },
  };
  let runner = await (await startRunner(engine)).enter();
  writeFileSync(join(runner.workspace, 'files/note.md'), 'A note\n');
  try {
    for (let at = 1; at <= kills; at += 1) {
      const stop = new AbortController();
      const acting = act(runner, told, stop.signal);
      const after = life.least + random() * (life.most - life.least);
      await new Promise((settle) => setTimeout(settle, after));
      stop.abort();
      await runner.stop('SIGKILL');
      await acting;
      for (const tool of tools) {
        const folder = join(runner.workspace, 'tools', tool);
        if (existsSync(folder) && isTorn(filesIn(folder))) seenOutside += 1;
      }
      const { cookie, key, workspace, port } = runner;
      const name = `${engine} ${at}`;
      try {
        runner = await startRunner(engine, workspace, port);
      } catch (error) {
        helped.push(`${name}: ${String(error).slice(0, 300)}`);
        return;
      }
      Object.assign(runner, { cookie, key });
      await check(runner, told, name);
      if (at % 10 === 0) console.log(`${engine}: ${at} kills`);
    }
    left.push(...leftovers(runner));
  } finally {
    await runner.discard();
  }
}

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
console.log(`${kills} kills, half of them on each engine; seed ${values.seed}`);
for (const engine of ['deno', 'node'] as const)
  await rounds(engine, Math.ceil(kills / 2), numbers(Number(values.seed)));
const { saves, settings, runs, imports } = counts;
console.log(`${saves} saves, ${settings} settings, ${runs} runs and ${imports} imports were told`);
console.log(`acknowledged things lost: ${lost.length}`);
console.log(`folders of two versions: ${torn.length}`);
console.log(`starts that needed help: ${helped.length}`);
console.log(`left over at the end: ${left.length}`);
console.log(`folders that another program could have seen half saved until then: ${seenOutside}`);
for (const line of [...lost, ...torn, ...helped, ...left]) console.log(`  ${line}`);
process.exit(lost.length + torn.length + helped.length + left.length > 0 ? 1 : 0);
