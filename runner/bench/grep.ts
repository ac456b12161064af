import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invoke } from '../../shared/registry/call/invoke.ts';
import { Registry } from '../../shared/registry/registry.ts';
import { Builtins } from '../sources/builtin/builtins.ts';
import type { RunnerUnit } from '../sources/unit.ts';
import { openPlace } from '../sources/builtin/open-place.ts';
import { bash } from '../../shared/languages/bash/bash.ts';
import { createScriptHost } from '../hosts/process/process-host.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { spawnGroup } from '../platform/process/spawn.ts';
import { medians, reportLine, reportRatio } from './ground/measure.ts';

const FILES = 50_000;
const PER_FOLDER = 100;
const CALLS = 9;

const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-bench-grep-')));
const files = `${workspace}/files`;
for (let at = 0; at < FILES; at += 1) {
  const folder = `${files}/${Math.floor(at / PER_FOLDER)}`;
  if (at % PER_FOLDER === 0) mkdirSync(folder, { recursive: true });
  const needle = at % 1000 === 0 ? 'the needle\n' : '';
  writeFileSync(
    `${folder}/${at}.txt`,
    `file ${at}\n${'some text of a line\n'.repeat(20)}${needle}`,
  );
}
const host = createScriptHost(bash, { filesDirectory: files });
const place = await openPlace({ disk: nodeDisk, workspace, hosts: new Map([['bash', host]]) });
const registry = new Registry<RunnerUnit>();
await new Builtins(registry, () => Promise.resolve(place)).fresh();
const { rg = 'rg' } = place.programs;
const never = new AbortController().signal;

const call = async (name: string, pattern: string, count: number): Promise<void> => {
  const tool = registry.get(name)?.tool;
  if (!tool) throw new Error(`There is no tool "${name}"`);
  const asked = { runId: 'bench', tool, group: '搜索', arguments: { pattern } };
  const ask = () => Promise.resolve({ answer: 'deny' as const });
  const { result } = await invoke(asked, { ask }, () => undefined, never);
  if (result.metadata?.count !== count) throw new Error(result.llmContent.slice(0, 200));
};
const ripgrep = async (...args: string[]): Promise<void> => {
  const child = await spawnGroup(rg, ['--no-config', ...args], {
    cwd: files,
    env: { PATH: '/usr/bin:/bin' },
    onStdout: () => undefined,
    onStderr: () => undefined,
  });
  if ('error' in child) throw new Error(child.error);
  child.endInput();
  await child.exited;
};

try {
  const [ours = 0, theirs = 0] = await medians(
    [
      () => call('Grep', 'needle', FILES / 1000),
      () => ripgrep('--line-number', '--no-heading', '--max-count', '100', 'needle', '.'),
    ],
    CALLS,
    2,
  );
  reportRatio(`Grep over ${FILES} files against ripgrep itself`, ours, theirs, 1.2);
  const [listed = 0, all = 0] = await medians(
    [() => call('Glob', '**/1*.txt', 1000), () => ripgrep('--files', '--glob', '**/1*.txt', '.')],
    CALLS,
    2,
  );
  reportRatio(`Glob over them, sorted by time, against "rg --files"`, listed, all);
  reportLine('a Grep call', `${ours.toFixed(0)} ms`);
} finally {
  await host.close();
  rmSync(workspace, { recursive: true, force: true });
}
