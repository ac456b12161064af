import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { icons } from './icons.ts';

const folder = resolve(import.meta.dirname, '../../web/public/static/icons');

test('A1.38 the list of icons matches the folder of icons', () => {
  expect(readdirSync(folder).toSorted()).toEqual(icons);
  const guide = ['brain.svg', 'terminal.svg', 'bot.svg', 'calculator.svg'];
  expect(icons).toEqual(expect.arrayContaining(guide));
});

test.each(icons)('A1.38 %s uses the surrounding colour and runs nothing', (icon) => {
  const svg = readFileSync(join(folder, icon), 'utf8');
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 24 24"/);
  expect(svg).toContain('stroke="currentColor"');
  expect(svg).not.toMatch(/<script|href|url\(|\bon\w+=/);
});
