import { expect, test } from 'vitest';
import { keyLabel } from './key-label.ts';

test.each([
  ['Mod+Enter', true, '⌘⏎'],
  ['Mod+Enter', false, 'Ctrl ⏎'],
  ['Alt+1', true, '⌥1'],
  ['Alt+1', false, 'Alt 1'],
  ['/', false, '/'],
  ['Escape', false, 'Esc'],
])('%s on a Mac: %s reads %s', (keys, mac, label) => {
  expect(keyLabel(keys, mac)).toBe(label);
});
