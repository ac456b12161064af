import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Assets } from './assets.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';

let root = '';
let assets: Assets;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'lathe-assets-'));
  const files = {
    'web/index.html': '<!doctype html>',
    'web/assets/app-Ab3_xY9z.js': 'plain',
    'web/assets/app-Ab3_xY9z.js.br': 'br',
    'web/assets/app-Ab3_xY9z.js.gz': 'gz',
    'web/sandbox/index.html': 'frame',
    'web/sandbox/worker-Ab3_xY9z.js': 'worker',
    'secret.txt': 'secret',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(join(root, 'secret.txt'), join(root, 'web/link.txt'));
  assets = await Assets.open(nodeDisk, join(root, 'web'));
});
afterAll(() => rmSync(root, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  assets.answer(new Request('http://127.0.0.1/', { headers }), path);
const script = '/assets/app-Ab3_xY9z.js';

test.each([
  { path: '/', text: '<!doctype html>', type: 'text/html; charset=utf-8', cache: 'no-cache' },
  { path: '/sandbox/', text: 'frame', type: 'text/html; charset=utf-8', cache: 'no-cache' },
  {
    path: '/sandbox/worker-Ab3_xY9z.js',
    text: 'worker',
    type: 'text/javascript; charset=utf-8',
    cache: /immutable/,
  },
  { path: script, text: 'plain', type: 'text/javascript; charset=utf-8', cache: /immutable/ },
])('serves $path', async ({ path, text, type, cache }) => {
  const answer = await get(path);
  expect(await answer?.text()).toBe(text);
  expect(answer?.headers.get('Content-Type')).toBe(type);
  expect(answer?.headers.get('Cache-Control')).toMatch(cache);
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', null],
  ['brotli', null],
])('answers "%s" with %s', async (accepted, coding) => {
  const answer = await get(script, { 'Accept-Encoding': accepted });
  expect(answer?.headers.get('Content-Encoding')).toBe(coding);
  expect(answer?.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
});

test.each([
  '/../secret.txt',
  '/link.txt',
  '/web/index.html',
  '/index.html/',
  '//',
  '/assets',
  '/assets/',
])('has nothing at %s', async (path) => expect(await get(path)).toBeUndefined());

test('a file that the browser has is not sent again', async () => {
  const etag = (await get('/'))?.headers.get('ETag') ?? '';
  expect((await get('/', { 'If-None-Match': etag }))?.status).toBe(304);
});

test('a page that was not built says what to do', async () => {
  const none = await Assets.open(nodeDisk, join(root, 'nowhere'));
  const answer = await none.answer(new Request('http://127.0.0.1/'), '/');
  expect(answer?.status).toBe(503);
  expect(await answer?.text()).toContain('npm run build');
});
