import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { languages } from '../../../shared/languages/languages.ts';
import { defaultLimits } from '../../../shared/registry/authored/authored-tool.ts';
import { Registry } from '../../../shared/registry/registry.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { ScriptModules } from '../../store/tools/script-modules.ts';
import { ToolStore } from '../../store/tools/tool-store.ts';
import type { RunnerUnit } from '../unit.ts';
import { Workspace } from './workspace.ts';

const workspace = mkdtempSync(join(tmpdir(), 'lathe-workspace-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** A workspace whose disk does not give the folder `bad`, as long as `isBroken` says so. */
function open(isBroken: () => boolean) {
  const registry = new Registry<RunnerUnit>();
  const store = new ToolStore(nodeDisk, workspace);
  const read = store.read.bind(store);
  let reads = 0;
  store.read = (id) => {
    reads += 1;
    return id === 'bad' && isBroken() ? Promise.reject(new Error('input/output error')) : read(id);
  };
  const modules = new ScriptModules({
    ...{ disk: nodeDisk, workspace, declarers: new Map() },
    log: () => undefined,
  });
  const engine = () => ({ languages, hosts: new Map(), limits: defaultLimits });
  const late = () => undefined;
  const given = { disk: nodeDisk, workspace, store, modules, registry, engine, late };
  return { registry, folders: new Workspace(given), reads: () => reads };
}

const put = (id: string): void => {
  mkdirSync(join(workspace, 'tools', id), { recursive: true });
  const definition = { id, description: 'Says a text', parameters: { type: 'object' } };
  writeFileSync(join(workspace, 'tools', id, 'definition.json'), JSON.stringify(definition));
  writeFileSync(join(workspace, 'tools', id, 'execution.sh'), 'echo hi\n');
};

test('an unreadable folder does not hide others, says why, and is read once that is possible', async () => {
  put('bad');
  put('good');
  let isBroken = true;
  const { registry, folders } = open(() => isBroken);
  await folders.fresh({ isList: true });
  expect(registry.unit('good')?.tools).toHaveLength(1);
  const bad = registry.unit('bad');
  expect(bad?.tools).toEqual([]);
  expect(bad?.facts.problems).toMatchObject([{ code: 'unreadable-folder', severity: 'error' }]);
  expect(bad?.facts.problems[0]?.message).toContain('input/output error');
  isBroken = false;
  await folders.fresh({ ids: ['bad'] });
  expect(registry.unit('bad')?.tools).toHaveLength(1);
});

test('a call reads only its own folder, a list all of them', async () => {
  put('one');
  put('two');
  const { registry, folders, reads } = open(() => false);
  await folders.fresh({ isList: true });
  const first = reads();
  await folders.fresh();
  expect(reads()).toBe(first);
  await folders.fresh({ ids: ['one'] });
  expect(reads()).toBe(first + 1);
  rmSync(join(workspace, 'tools', 'two'), { recursive: true });
  await folders.fresh({ isList: true });
  expect(registry.unit('two')).toBeUndefined();
  expect(registry.events.at(-1)).toMatchObject({ type: 'toolUnregistered', tool: 'two' });
});
