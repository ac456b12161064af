import { expect, test } from 'vitest';
import { menuPlace } from './menu-place.ts';

const window = { width: 400, height: 300 };
const menu = { width: 200, height: 100 };
const button = (left: number, top: number) => ({ left, top, right: left + 30, bottom: top + 30 });

test.each([
  ['below, from its left', button(50, 20), 'start', { left: 50, top: 54 }],
  ['below, to its right', button(250, 20), 'end', { left: 80, top: 54 }],
  ['above at the foot of the window', button(50, 260), 'start', { left: 50, top: 156 }],
  ['inside at the right edge', button(360, 20), 'start', { left: 192, top: 54 }],
  ['inside at the left edge', button(10, 20), 'end', { left: 8, top: 54 }],
] as const)('opens %s', (_name, place, align, expected) => {
  expect(menuPlace(place, menu, window, align)).toEqual(expected);
});
