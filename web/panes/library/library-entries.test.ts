import { expect, test } from 'vitest';
import type { ToolSummary } from '../../../shared/protocol/tools.ts';
import type { Definition } from '../../../shared/tool/definition.ts';
import {
  builtinCategory,
  externalCategory,
  functionsShown,
  groupTools,
  iconAddress,
  libraryEntry,
} from './library-entries.ts';
import type { LibraryEntry } from './library-entries.ts';

const entry = (id: string, category: string, description = ''): LibraryEntry => ({
  id,
  category,
  description,
  tools: [{ name: id, displayName: '', description, tags: [], category }],
  ...{ functions: [], tags: [] },
  badge: 'py',
  enabled: true,
  offByAuthor: 0,
  errors: 0,
});
const all = [
  entry('slugify', 'text', 'Make a slug of a title'),
  entry('calc', 'custom', '简单两数运算'),
  entry('date_diff', 'data', 'Days between two dates'),
  entry('echo', 'custom'),
];

test('groups by category, custom first', () => {
  expect(
    groupTools(all).map((group) => [group.category, ...group.entries.map(({ id }) => id)]),
  ).toEqual([
    ['custom', 'calc', 'echo'],
    ['data', 'date_diff'],
    ['text', 'slugify'],
  ]);
});

test('what lies elsewhere is a group before the built-in tools, under the names of its files', () => {
  const external = { path: '/home/me/tools/say.ts', place: 'configured', level: 'given' } as const;
  const summary = (id: string, more: object): ToolSummary => ({
    ...{
      source: 'authored',
      id,
      category: 'custom',
      format: 'custom-tool',
      enabled: true,
      etag: '""',
      modifiedAt: 0,
    },
    ...{ problems: [], tools: [{ name: 'say', description: 'Says', parameters: {} }], ...more },
  });
  const own = libraryEntry(summary('own', {}), () => 'ts');
  const read = libraryEntry(summary('found:say.ts~0123abcd', { external }), () => 'ts');
  const builtin = libraryEntry(summary('builtin:Read', { format: 'builtin' }), () => undefined);
  expect(read).toMatchObject({ name: 'say.ts', category: externalCategory, path: external.path });
  const groups = groupTools([builtin, read, own]).map(({ category }) => category);
  expect(groups).toEqual(['custom', externalCategory, builtinCategory]);
});

test('A3.12 built-in tools are the last group, under their own names', () => {
  const summary = (id: string, category: string): ToolSummary => ({
    ...{
      source: 'builtin',
      id,
      category,
      format: 'builtin',
      enabled: true,
      etag: '""',
      modifiedAt: 0,
      problems: [],
    },
    tools: [{ name: 'Read', description: 'Reads', parameters: {}, kind: 'readonly' }],
  });
  const read = libraryEntry(summary('builtin:Read', '文件操作'), () => undefined);
  expect(read).toMatchObject({ name: 'Read', category: builtinCategory, badge: 'readonly' });
  const groups = groupTools([read, ...all]).map(({ category }) => category);
  expect(groups).toEqual(['custom', 'data', 'text', builtinCategory]);
});

test.each([
  ['brain.svg', '/static/icons/brain.svg'],
  ['my-tool.2.svg', '/static/icons/my-tool.2.svg'],
  ['../secret.svg', undefined],
  ['https://elsewhere/x.svg', undefined],
  ['x.png', undefined],
  ['x.svg") no-repeat, url("y.svg', undefined],
  [undefined, undefined],
])('%s is served at %s', (icon, address) => {
  expect(iconAddress(icon)).toBe(address);
});

const unit = (id: string, tools: Partial<Definition>[], category = 'custom'): ToolSummary => ({
  ...{ source: 'authored', id, category, format: 'script-module', enabled: true, etag: '""' },
  ...{ modifiedAt: 0, problems: [] },
  tools: tools.map((tool) => ({ name: id, description: 'Does it', parameters: {}, ...tool })),
});
const units = [
  unit('days', [{ displayName: 'Date difference', tags: ['calendar', 'time'] }], 'data'),
  unit('forms', [
    { name: 'fill', category: 'paper' },
    { name: 'sign', tags: ['ink'] },
  ]),
];

test.each([
  ['forms', ['fill', 'sign'], ['fill', 'sign']],
  ['forms', ['fill'], ['fill']],
  ['calc', ['calc'], []],
  ['builtin:Read', ['Read'], []],
  ['found:say.ts~0123abcd', ['say'], []],
  ['empty', [], []],
])('%s with %j shows %j', (id, names, shown) => {
  expect(functionsShown(id, names)).toEqual(shown);
});

test('a display name belongs to a row of a single tool', () => {
  const [days, forms] = units.map((one) => libraryEntry(one, () => undefined));
  expect(days?.displayName).toBe('Date difference');
  expect(forms?.displayName).toBeUndefined();
  expect([days?.functions, forms?.functions]).toEqual([[], ['fill', 'sign']]);
  expect([days?.tags, forms?.tags]).toEqual([['calendar', 'time'], ['ink']]);
});
