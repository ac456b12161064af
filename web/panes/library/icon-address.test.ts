import { expect, test } from 'vitest';
import { iconAddress } from './icon-address.ts';

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
