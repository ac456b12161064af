import { expect, test } from 'vitest';
import type { AuthoredTool } from '../../../shared/tool/toolset.ts';
import { toolAt } from './places.ts';

const tool = (name: string, lines?: { from: number; to: number }): AuthoredTool => ({
  definition: { name, description: '', parameters: {} },
  code: { language: 'python', file: 'm.py', source: '', ...(lines ? { lines } : {}) },
});
const tools = [tool('f', { from: 3, to: 6 }), tool('g', { from: 8, to: 8 }), tool('whole')];

test.each([
  ['m.py', 1, undefined],
  ['m.py', 3, 'f'],
  ['m.py', 6, 'f'],
  ['m.py', 7, undefined],
  ['m.py', 8, 'g'],
  ['other.py', 4, undefined],
])('in %s line %i is of %s', (file, line, name) => {
  expect(toolAt(tools, file, line)?.definition.name).toBe(name);
});
