import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invokeTool } from '../../shared/registry/invoke-tool.ts';
import { Builtins } from '../builtin/builtins.ts';
import { openPlace } from '../builtin/open-place.ts';
import { createBashHost } from '../hosts/process/bash-host.ts';
import { systemView } from '../hosts/process/system-view.ts';
import { nodeDisk } from '../platform/node-disk.ts';
import { spawnGroup } from '../platform/spawn.ts';
import { medians } from './python/median.ts';
import { reportLine, reportRatio } from './python/report-line.ts';

const CALLS = 60;
const WARM = 8;
const COMMAND = 'cat a.txt | sort | head -n 3';

const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-bench-bash-')));
const files = `${workspace}/files`;
const host = createBashHost({ filesDirectory: files });
const place = await openPlace({ disk: nodeDisk, workspace, hosts: new Map([['bash', host]]) });
const bash = await new Builtins(() => Promise.resolve(place)).get('Bash');
if (!bash) throw new Error('There is no tool "Bash"');
writeFileSync(`${files}/a.txt`, 'c\nb\na\n');
await host.missing();

/** Through the pipeline: checked, judged from its syntax tree, run in the box, worded. */
const call = async (): Promise<void> => {
  const asked = { runId: 'bench', tool: bash, arguments: { command: COMMAND } };
  const ask = () => Promise.resolve({ answer: 'deny' as const });
  const never = new AbortController().signal;
  const { result } = await invokeTool(asked, { ask }, () => undefined, never);
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

try {
  const [ours = 0, box = 0, plain = 0] = await medians([call, boxed, bare], CALLS, WARM);
  reportRatio('a Bash call against bubblewrap and bash alone', ours, box, 1.3);
  reportRatio('a Bash call against bash -c', ours, plain);
  reportLine('a Bash call', `${ours.toFixed(1)} ms`);
} finally {
  await host.close();
  rmSync(workspace, { recursive: true, force: true });
}
