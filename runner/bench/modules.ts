import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { declarersHere } from '../sources/workspace/declarers-here.ts';
import { languages } from '../../shared/languages/languages.ts';
import { defaultLimits } from '../../shared/registry/authored/authored-tool.ts';
import { Registry } from '../../shared/registry/registry.ts';
import type { RunnerUnit } from '../sources/unit.ts';
import { Workspace } from '../sources/workspace/workspace.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { ScriptModules } from '../store/tools/script-modules.ts';
import { ToolStore } from '../store/tools/tool-store.ts';
import { benchHost } from './ground/python.ts';
import { reportLine, reportRatio } from './ground/measure.ts';

const FOLDERS = 1000;
const ROUNDS = 5;

const body = (at: number, n: number) => `
def task_${n}(name: str, count: int = ${n}, ratio: float | None = None, tags: list[str] = []) -> dict:
    """Does task ${n} of module ${at}.

    Args:
        name (str): What it is called.
        count (int): How often, ${n} if left out.
        ratio (float): How much of it.
        tags (list[str]): Words about it.
    """
    return {"name": name, "count": count, "ratio": ratio, "tags": tags}
`;
const source = (at: number) =>
  `"""Module ${at}: five tasks."""\n${[1, 2, 3, 4, 5].map((n) => body(at, n)).join('\n')}`;

/** Returns the milliseconds from an empty registry to the list of all tools, and how many were read. */
async function start(workspace: string, declarers: ReturnType<typeof declarersHere>) {
  let read = 0;
  const began = performance.now();
  const modules = new ScriptModules({
    ...{ disk: nodeDisk, workspace, declarers },
    log: () => void (read += 1),
  });
  const registry = new Registry<RunnerUnit>();
  const store = new ToolStore(nodeDisk, workspace);
  // Nothing is called here, so no hosts are needed.
  const engine = () => ({ languages, hosts: new Map(), limits: defaultLimits });
  const given = { disk: nodeDisk, workspace, store, modules, registry, engine };
  const folders = new Workspace({ ...given, late: () => undefined });
  // A list waits a limited time for scripts to be read.
  do await folders.fresh();
  while (registry.units().some(({ tools }) => tools.length !== 5));
  return { ms: performance.now() - began, read };
}

/** Measures 1,000 modules: a start with fresh caches, against reading their JSON and against the first start. */
export async function run(): Promise<void> {
  const workspace = mkdtempSync(join(tmpdir(), 'lathe-bench-'));
  const caches: string[] = [];
  for (let at = 0; at < FOLDERS; at += 1) {
    const folder = join(workspace, 'tools', `module_${at}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `module_${at}.py`), source(at));
    caches.push(join(folder, `module_${at}.tool.json`));
  }
  const host = await benchHost();
  try {
    const declarers = declarersHere(new Map([['python', host]]));
    const first = await start(workspace, declarers);
    const loop = () => {
      const began = performance.now();
      for (const cache of caches) JSON.parse(readFileSync(cache, 'utf8'));
      return performance.now() - began;
    };
    const seconds: number[] = [];
    const loops: number[] = [];
    let read = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const again = await start(workspace, declarers);
      read += again.read;
      seconds.push(again.ms);
      loops.push(loop());
    }
    const middle = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
    const [second, plain] = [middle(seconds), middle(loops)];
    console.log(`${FOLDERS} modules of five functions; medians of ${ROUNDS}\n`);
    reportLine('scripts read at the first start', String(first.read));
    const none = { text: '0', met: read === 0 };
    reportLine('scripts read at later starts', String(read), none);
    reportRatio('a start with fresh caches against reading JSON', second, plain, 5);
    reportRatio('a start with fresh caches against the first', second, first.ms, 0.05);
  } finally {
    await host.close();
    rmSync(workspace, { recursive: true });
  }
}

if (process.argv[1]?.endsWith('bench/modules.ts') === true) await run();
