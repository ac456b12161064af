import { expect, test } from 'vitest';
import { rawPathFault } from './raw-path.ts';

test.each([
  '/',
  '/api/tools',
  '/api/tools/%E6%95%B0',
  '/a?x=//%2f..',
  '/a.b/..c/c..',
  '/%7e',
  `/${'a'.repeat(2047)}`,
])('%s may be routed', (path) => expect(rawPathFault(path)).toBeUndefined());

test.each([
  '',
  'x',
  '*',
  '//',
  '/a//b',
  '/a/%2F',
  '/%5C',
  '/\\',
  '/..',
  '/a/../b',
  '/.',
  '/%2e%2E/a',
  '/%2e',
  '/.%2e/',
  '/%00',
  '/%',
  '/%g0',
  '/%0g',
  '/é',
  '/a b',
  `/${'a'.repeat(2048)}`,
  'http://x/',
])('%s may not be routed', (path) => expect(rawPathFault(path)).toBeDefined());
