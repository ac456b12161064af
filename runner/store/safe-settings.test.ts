import { expect, test } from 'vitest';
import { readSettings, strictest } from './safe-settings.ts';

const read = (value: unknown) =>
  readSettings(
    new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
    '/nowhere',
  );

test.each([
  ['', 'not-json'],
  ['{"disabled":["calc"],"settings":{"enableTo', 'not-json'],
  ['\u0000\u0000', 'not-json'],
  ['[]', 'bad-values'],
  ['null', 'bad-values'],
  ['"all off"', 'bad-values'],
])('after %j everything is off, and every call asks', (text, code) => {
  expect(read(text)).toMatchObject({
    damage: { code },
    kept: { othersOff: true, asksAlways: true },
  });
});

const bad = (settings: object) => read({ disabled: ['calc'], settings });
const rows: [path: string, settings: object, safe: object][] = [
  ['settings.enableToolCalls', { enableToolCalls: 'no' }, { enableToolCalls: false }],
  [
    'settings.tools.a.enabled',
    { tools: { a: { enabled: 0 } } },
    { tools: { a: { enabled: false } } },
  ],
  [
    'settings.tools.a',
    { tools: { a: 'off', b: { enabled: false } } },
    { tools: { a: { enabled: false, policies: strictest }, b: { enabled: false } } },
  ],
  [
    'settings.tools.a.policies.execution',
    { tools: { a: { policies: { execution: 'ask', result: 'on-error' } } } },
    { tools: { a: { policies: { execution: 'ask-always', result: 'on-error' } } } },
  ],
  [
    'settings.groups.g.policies',
    { groups: { g: { policies: 1 } } },
    { groups: { g: { policies: strictest } } },
  ],
  [
    'settings.bash.enableSandbox',
    { bash: { enableSandbox: 0 } },
    { bash: { enableSandbox: true } },
  ],
  [
    'settings.bash.allowedDirectories.1',
    { bash: { allowedDirectories: ['/var', 'b', '/opt'], confirmDangerousCommands: false } },
    { bash: { allowedDirectories: ['/var', '/opt'], confirmDangerousCommands: false } },
  ],
  [
    'settings.bash.allowedDirectories.0',
    { bash: { allowedDirectories: ['/', '/var'] } },
    { bash: { allowedDirectories: ['/var'] } },
  ],
  [
    'settings.limits.approvalMs',
    { limits: { approvalMs: 1 } },
    { limits: { approvalMs: 300_000 } },
  ],
  [
    'settings.limits.defaultTimeoutMs',
    { limits: { defaultTimeoutMs: 9_000, maxTimeoutMs: 5_000 } },
    { limits: { defaultTimeoutMs: 5_000 } },
  ],
  ['settings.history.keep', { history: { keep: 5 } }, { history: { keep: 1_000_000 } }],
  ['settings.later', { later: 1, enableToolCalls: false }, { enableToolCalls: false }],
];
test.each(rows)('only %s is replaced by its safe value', (path, settings, safe) => {
  const { kept, damage } = bad(settings);
  expect(damage).toEqual({ code: 'bad-values', paths: [path] });
  expect(kept.settings).toMatchObject(safe);
  expect(kept).toMatchObject({ disabled: ['calc'], othersOff: false, asksAlways: false });
});

test.each([
  ['what was off is no list', { disabled: 'calc' }, true, false],
  ['what was off is missing', { settings: {} }, true, false],
  ['one of them is no name', { disabled: ['calc', 7] }, true, false],
  ['the tools are no record', { disabled: [], settings: { tools: 7 } }, true, true],
  ['the settings are none', { disabled: [], settings: 7 }, true, true],
  ['a flag is another', { disabled: [], othersOff: 'yes' }, true, true],
])('%s', (_, value, othersOff, asksAlways) => {
  expect(read(value).kept).toMatchObject({ othersOff, asksAlways });
});

test('the good values of a list stay', () => {
  const allowedDirectories = ['a', 'b', '/var', 'd', '/opt'];
  const { kept } = bad({ bash: { allowedDirectories } });
  expect(kept.settings.bash.allowedDirectories).toEqual(['/var', '/opt']);
});

test('a group with an invalid value is off, and valid settings are not damaged', () => {
  expect(read({ disabled: [], groupDefaults: { g: 'on' } })).toMatchObject({
    ...{
      damage: { paths: ['groupDefaults.g'] },
      kept: { settings: { groups: { g: { enabled: false } } } },
    },
  });
  expect(read({ disabled: ['a'], groupDefaults: { g: true } }).damage).toBeUndefined();
});
