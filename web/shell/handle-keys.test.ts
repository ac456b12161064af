import { expect, test } from 'vitest';
import { keyOf } from './handle-keys.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  [{ ...none, key: 'Enter', code: 'Enter', ctrlKey: true }, 'Mod+Enter'],
  [{ ...none, key: 's', code: 'KeyS', metaKey: true }, 'Mod+S'],
  [{ ...none, key: 'S', code: 'KeyS', ctrlKey: true, shiftKey: true }, 'Mod+Shift+S'],
  [{ ...none, key: '¡', code: 'Digit1', altKey: true }, 'Alt+1'],
  [{ ...none, key: '/', code: 'Slash' }, '/'],
  [{ ...none, key: '?', code: 'Slash', shiftKey: true }, '?'],
  [{ ...none, key: 'n', code: 'KeyN' }, 'N'],
  [{ ...none, key: 'Escape', code: 'Escape' }, 'Escape'],
])('%o is %s', (event, key) => {
  expect(keyOf(event)).toBe(key);
});
