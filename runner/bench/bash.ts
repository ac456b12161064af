import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invoke } from '../../shared/registry/call/invoke.ts';
import { Registry } from '../../shared/registry/registry.ts';
import { Builtins } from '../sources/builtin/builtins.ts';
import type { RunnerUnit } from '../sources/unit.ts';
import { openPlace } from '../sources/builtin/open-place.ts';
import { bash as language } from '../../shared/languages/bash/bash.ts';
import { createScriptHost } from '../hosts/process/process-host.ts';
import { systemView } from '../hosts/process/box.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { spawnGroup } from '../platform/process/spawn.ts';
import { medians, reportLine, reportRatio } from './ground/measure.ts';

const CALLS = 60;
const WARM = 8;
const COMMAND = 'cat a.txt | sort | head -n 3';
/** A pause in milliseconds for the setup of spare sandboxes, which would otherwise slow down the measurement. */
const SETTLE = 150;

const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-bench-bash-')));
const files = `${workspace}/files`;
const host = createScriptHost(language, { filesDirectory: files });
const place = await openPlace({ disk: nodeDisk, workspace, hosts: new Map([['bash', host]]) });
const registry = new Registry<RunnerUnit>();
await new Builtins(registry, () => Promise.resolve(place)).fresh();
const bash = registry.get('Bash')?.tool;
if (!bash) throw new Error('There is no tool "Bash"');
// Sandboxes are kept for the last two places, so alternating among three finds none.
const folders = ['one', 'two', 'three'].map((name) => `${files}/${name}`);
for (const folder of folders) mkdirSync(folder);
for (const folder of [files, ...folders]) writeFileSync(`${folder}/a.txt`, 'c\nb\na\n');
await host.missing();

/** Makes a call through the pipeline: checked, judged, run in the sandbox, worded. */
const call = async (folder = files): Promise<void> => {
  const args = { command: COMMAND, working_directory: folder };
  const asked = { runId: 'bench', tool: bash, group: 'Shell', arguments: args };
  const ask = () => Promise.resolve({ answer: 'deny' as const });
  const never = new AbortController().signal;
  const { result } = await invoke(asked, { ask }, () => undefined, never);
  if (result.llmContent !== 'a\nb\nc') throw new Error(result.llmContent);
};

const start = async (command: string, args: string[]): Promise<void> => {
  const child = await spawnGroup(command, args, {
    cwd: files,
    env: { PATH: '/usr/bin:/bin' },
    onStdout: () => undefined,
    onStderr: () => undefined,
  });
  if ('error' in child) throw new Error(child.error);
  child.endInput();
  const { code } = await child.exited;
  if (code !== 0) throw new Error(`"${command}" ended with ${code}`);
};
const script = ['bash', '-c', COMMAND];
const boxed = () =>
  start('/usr/bin/bwrap', [
    ...systemView,
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...['--ro-bind', files, files, '--chdir', files, '--', ...script],
  ]);
const bare = () => start('bash', script.slice(1));

const settle = () => new Promise((done) => setTimeout(done, SETTLE));
let turn = 0;
const cold = () => call(folders[(turn += 1) % folders.length]);

try {
  const [ours = 0, , box = 0, plain = 0] = await medians(
    [() => call(), settle, boxed, bare],
    CALLS,
    WARM,
  );
  reportRatio('a Bash call against bubblewrap and bash alone', ours, box, 1.3);
  reportRatio('a Bash call against bash -c', ours, plain);
  reportLine('a Bash call', `${ours.toFixed(1)} ms`);
  const [next = 0] = await medians([() => call()], CALLS, WARM);
  await settle();
  const [nextBox = 0] = await medians([boxed], CALLS, WARM);
  reportRatio('one right after another, against the same', next, nextBox);
  const [first = 0, , firstBox = 0] = await medians([cold, settle, boxed], CALLS / 2, WARM);
  reportRatio('the first call of a place, against the same', first, firstBox);
} finally {
  await host.close();
  rmSync(workspace, { recursive: true, force: true });
}
