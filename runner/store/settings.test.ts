import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToolSettings } from '../../shared/protocol/settings.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { strictest } from './safe-settings.ts';
import { Settings } from './settings.ts';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'lathe-settings-'));
  mkdirSync(join(workspace, '.lathe'));
});
afterEach(() => rmSync(workspace, { recursive: true }));
const file = () => join(workspace, '.lathe/settings.json');
const open = (disk: Disk = nodeDisk) => Settings.open(disk, workspace);
const kept = () =>
  readdirSync(join(workspace, '.lathe')).filter((name) => name.includes('damaged'));

test("the changes of two processes are all stored, and each sees the other's", async () => {
  const [one, other] = [await open(), await open()];
  const ids = Array.from({ length: 20 }, (_, at) => `tool_${at}`);
  await Promise.all(ids.map((id, at) => (at % 2 ? one : other).enable(id, false)));
  expect(JSON.parse(readFileSync(file(), 'utf8')).disabled).toEqual(ids.toSorted());
  for (const settings of [one, other, await open()])
    expect(ids.filter((id) => settings.isEnabled(id))).toEqual([]);
});

test('a change by another process is noticed, and an earlier revision is stale', async () => {
  const [one, other] = [await open(), await open()];
  const heard: number[] = [];
  one.changedElsewhere = () => heard.push(one.revision);
  const { revision } = one;
  await other.enable('calc', false);
  expect(await one.replace(ToolSettings.parse({}), revision)).toBe(false);
  await vi.waitFor(() => expect(one.isEnabled('calc')).toBe(false), { interval: 1 });
  expect(heard).toEqual([revision + 1]);
});

test('a failed write does not count', async () => {
  const full = { ...nodeDisk, write: () => Promise.reject(new Error('full')) };
  const settings = await open(full);
  const { current, revision } = settings;
  await expect(settings.enable('calc', false)).rejects.toThrow('full');
  await expect(
    settings.replace({ ...current, enableToolCalls: false }, revision),
  ).rejects.toThrow();
  expect(settings.isEnabled('calc')).toBe(true);
  expect([settings.current, settings.revision]).toEqual([current, revision]);
});

const damages: [what: string, make: () => void][] = [
  ['cut off', () => writeFileSync(file(), '{"disabled":["calc"],"set')],
  ['empty', () => writeFileSync(file(), '')],
  ['a folder', () => mkdirSync(join(file(), 'inner'), { recursive: true })],
  ['a link', () => symlinkSync('/dev/null', file())],
];
test.each(damages)(
  'from a file that is %s on, everything is off and asks until the person says otherwise',
  async (_, damage) => {
    damage();
    const strict = (settings: Settings) => {
      expect(['calc', 'builtin:Read'].filter((id) => settings.isEnabled(id))).toEqual([]);
      expect(settings.isEnabled('sums', 'sums')).toBe(false);
      expect(settings.current.session).toEqual(strictest);
    };
    const before = await open();
    strict(before);
    expect([kept(), before.damage]).toMatchObject([[], { file: '.lathe/settings.json' }]);
    await before.mend();
    expect([kept().length, before.damage]).toEqual([1, undefined]);
    strict(before);
    strict(await open());
    await before.enable('calc', true);
    await before.enable('sums', true, 'sums');
    await before.enable('sums', false, 'sums');
    for (const settings of [before, await open()]) {
      expect(['calc', 'greet', 'sums'].filter((id) => settings.isEnabled(id))).toEqual(['calc']);
      expect(settings.current.session).toEqual(strictest);
    }
    const { current, revision } = before;
    expect(await before.replace({ ...current, session: {} }, revision)).toBe(true);
    expect((await open()).current.session).toEqual({});
  },
);

test('with a damaged file set aside and none in its place, the settings are unknown', async () => {
  writeFileSync(`${file()}.damaged-20261122T101500.000Z`, '{');
  const settings = await open();
  expect([settings.isEnabled('calc'), settings.current.session]).toEqual([false, strictest]);
});

test('a file that is damaged while the runner works turns everything off at once, and counts again once it is fixed', async () => {
  const settings = await open();
  await settings.enable('greet', false);
  const text = readFileSync(file(), 'utf8');
  const isOn = () => ['calc', 'greet'].filter((id) => settings.isEnabled(id));
  writeFileSync(file(), text.slice(0, -9));
  await vi.waitFor(() => expect(isOn()).toEqual([]), { interval: 1 });
  writeFileSync(file(), text);
  await vi.waitFor(() => expect(isOn()).toEqual(['calc']), { interval: 1 });
  expect([kept(), settings.current.session]).toEqual([[], strictest]);
  // One that is gone takes nothing back.
  rmSync(file());
  await settings.enable('other', false);
  expect(isOn()).toEqual(['calc']);
});

test('settings that cannot be read for a moment are off, are not replaced, and count again afterwards', async () => {
  await (await open()).enable('greet', false);
  const text = readFileSync(file(), 'utf8');
  let fails = false;
  const failing: Disk = {
    ...nodeDisk,
    readChanged(path, known) {
      if (fails) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
      return nodeDisk.readChanged(path, known);
    },
  };
  for (const fromTheStart of [true, false]) {
    fails = fromTheStart;
    const settings = await open(failing);
    fails = true;
    const isOn = () => ['calc', 'greet'].filter((id) => settings.isEnabled(id));
    await vi.waitFor(() => expect(isOn()).toEqual([]), { interval: 1 });
    expect(settings.current.session).toEqual(strictest);
    expect(settings.damage).toMatchObject({ code: 'unreadable' });
    await settings.mend();
    await expect(settings.enable('other', false)).rejects.toThrow(
      `"${file()}" could not be read (EMFILE)`,
    );
    await expect(settings.replace(settings.current, settings.revision)).rejects.toThrow('EMFILE');
    expect([kept(), readFileSync(file(), 'utf8')]).toEqual([[], text]);
    fails = false;
    await vi.waitFor(() => expect(isOn()).toEqual(['calc']), { interval: 1 });
    expect([settings.damage, settings.current.session]).toEqual([undefined, {}]);
  }
  await (await open(failing)).enable('other', false);
  expect(JSON.parse(readFileSync(file(), 'utf8')).disabled).toEqual(['greet', 'other']);
});

test('if the folder and its group differ, "off" wins', async () => {
  const settings = await open();
  await settings.enable('sums', true, 'math');
  await settings.enable('other', false);
  expect([settings.isEnabled('sums', 'math'), settings.isEnabled('other', 'math')]).toEqual([
    true,
    false,
  ]);
});
