import { beforeEach, expect, test, vi } from 'vitest';
import { OpenTabs } from './open-tabs.svelte.ts';

/** Tools as a workspace has them, and the tabs of those that are opened; `~` is before a tab that is not kept. */
function given(tools: string[], dirty: string[] = []) {
  const opener = {
    openId: undefined as string | undefined,
    has: (id: string) => tools.includes(id),
    draft: (id: string) => ({ dirty: dirty.includes(id) }),
    open: (id: string, keep = false): Promise<boolean> => {
      if (!tools.includes(id)) return Promise.resolve(false);
      tabs.show(id, keep);
      opener.openId = id;
      return Promise.resolve(true);
    },
  };
  const tabs = new OpenTabs(opener);
  tabs.enter('/w');
  const shown = (): string =>
    tabs.all
      .map(({ id, kept }) => `${kept ? '' : '~'}${id}${id === opener.openId ? '*' : ''}`)
      .join(' ');
  const keep = (ids: string): void => void ids.split('').forEach((id) => opener.open(id, true));
  return { opener, tabs, shown, keep, tools, dirty };
}
type Given = ReturnType<typeof given>;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

const acts: [string, string, (given: Given) => unknown][] = [
  [
    'one that was looked at gives way',
    'a ~c*',
    ({ opener }) => (opener.open('b'), opener.open('c')),
  ],
  [
    'one that was kept does not',
    'a b ~c*',
    ({ opener, tabs }) => (opener.open('b'), tabs.keep('b'), opener.open('c')),
  ],
  [
    'nor does one with unsaved changes',
    'a b ~c*',
    ({ opener, dirty }) => (dirty.push('b'), opener.open('b'), opener.open('c')),
  ],
  [
    'one that is kept at once leaves the others',
    'a c* ~b',
    ({ opener, tabs }) => {
      void opener.open('b');
      void opener.open('a');
      void opener.open('c', true);
      tabs.keep('none');
    },
  ],
  ['an open one keeps its place', 'a* b c', ({ keep }) => keep('bca')],
  [
    'a renamed one, too',
    'a x c*',
    ({ keep, tabs, tools }) => (keep('bxc'), tools.push('x'), keep('xc'), tabs.rename('b', 'x')),
  ],
  ['what is not there has no tab', 'a c*', ({ keep, tools }) => (keep('bc'), tools.splice(1, 1))],
  [
    'the right neighbour comes next',
    'a c*',
    ({ keep, opener, tabs }) => (keep('bc'), opener.open('b'), tabs.close(['b'])),
  ],
  ['else the left one', 'a b*', ({ keep, tabs }) => (keep('bc'), tabs.close(['c']))],
  [
    'one in the background changes nothing',
    'a c*',
    ({ keep, tabs }) => (keep('bc'), tabs.close(['b'])),
  ],
  ['the others', 'b*', ({ keep, tabs }) => (keep('bc'), tabs.closeOthers('b'))],
  [
    'the saved ones',
    'b*',
    ({ keep, tabs, dirty }) => (keep('bc'), dirty.push('b'), tabs.closeSaved()),
  ],
  [
    'the open one stays where all would go',
    'c*',
    ({ keep, tabs }) => (keep('bc'), tabs.closeSaved()),
  ],
  ['a step goes around the end', 'a* b c', ({ keep, tabs }) => (keep('bc'), tabs.step(1))],
  ['and around the start', 'a b c*', ({ keep, tabs }) => (keep('bca'), tabs.step(-1))],
  ['a shift to the left', 'a c* b', ({ keep, tabs }) => (keep('bc'), tabs.shift(-1))],
  ['a shift to the right', 'b a* c', ({ keep, tabs }) => (keep('bca'), tabs.shift(1))],
  ['no further than the end', 'a b c*', ({ keep, tabs }) => (keep('bc'), tabs.shift(1))],
  ['nor the start', 'a* b c', ({ keep, tabs }) => (keep('bca'), tabs.shift(-1))],
  ['before another', 'c* a b', ({ keep, tabs }) => (keep('bc'), tabs.move('c', 'a'))],
  ['last', 'b c* a', ({ keep, tabs }) => (keep('bc'), tabs.move('a', undefined))],
];
test.each(acts)('%s: %s', async (_, expected, act) => {
  const all = given(['a', 'b', 'c']);
  all.keep('a');
  await act(all);
  expect(all.shown()).toBe(expected);
});

test('a neighbour that cannot be read takes nothing off the screen', async () => {
  const { tabs, opener, keep, shown } = given(['a', 'b']);
  keep('ab');
  opener.open = () => Promise.resolve(false);
  await tabs.close(['b']);
  expect(shown()).toBe('a b*');
});

test('tabs are remembered for their workspace, and join what was opened before', () => {
  const first = given(['a', 'b']);
  first.keep('a');
  void first.opener.open('b');
  expect(given(['a', 'b']).shown()).toBe('a ~b');

  const { tabs, shown } = given(['a', 'b', 'c']);
  tabs.enter('/other');
  expect(shown()).toBe('a ~b');
  const fresh = new OpenTabs({ ...first.opener, has: () => true });
  fresh.show('c', true);
  fresh.enter('/w');
  expect(fresh.all.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});
