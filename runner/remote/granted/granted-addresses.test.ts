import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { denoSealed, findPrograms } from '../../platform/process/programs.ts';
import { grantedAddresses, hostsFile } from './granted-addresses.ts';

const placesOf = (...net: string[]): unknown => {
  const granted = grantedAddresses(net);
  if ('wrong' in granted) return granted;
  return granted.addresses.map(({ host, port, at }) => `${host}:${port} ${at}`);
};

test.each([
  ['a name', ['api.example'], ['api.example:443 127.77.0.1']],
  [
    'two names of one place',
    ['localhost:3000', '127.0.0.1:3000', 'LOCALHOST:03000'],
    ['localhost:3000 127.0.0.1'],
  ],
  [
    'two ports of one host',
    ['api.example:80', 'api.example'],
    ['api.example:80 127.77.0.1', 'api.example:443 127.77.0.1'],
  ],
  [
    'other addresses of the machine',
    ['127.0.0.2:80', '127.255.0.9:80'],
    ['127.0.0.2:80 127.0.0.2', '127.255.0.9:80 127.255.0.9'],
  ],
])('S3 %s has one stand-in in the sandbox', (_, net, places) => {
  expect(placesOf(...net)).toEqual(places);
});

test.each([
  ['127.0.0.999:80'],
  ['127.0.0.256:80'],
  ['127.0.0.01:80'],
  ['127.00.0.1:80'],
  ['127.1:80'],
  ['127.77.0.1'],
  ['127.77.0.200:9000'],
  ['10.0.0.1'],
  ['localhost:0'],
  ['localhost:65536'],
])('S3 %s cannot be granted', (wrong) => {
  expect(placesOf('api.example', wrong)).toEqual({ wrong });
});

test('a sandbox knows the granted names', () => {
  const granted = grantedAddresses(['api.example', 'localhost:80', 'b.example:1']);
  expect(hostsFile('wrong' in granted ? [] : granted.addresses)).toBe(
    '127.0.0.1 localhost\n127.77.0.1 api.example\n127.77.0.2 b.example\n',
  );
});

const { deno } = findPrograms();
test.skipIf(deno === undefined)('a place that is taken is told in one line', async () => {
  const taken = createServer();
  await new Promise<void>((ready) => taken.listen(0, '127.0.0.1', ready));
  const at = `127.0.0.1:${(taken.address() as AddressInfo).port}`;
  const main = new URL('./child/main.ts', import.meta.url).pathname;
  const args = [...denoSealed, `--allow-net=${at}`, '--allow-run=/bin/true'];
  const passing = [main, '0', at, '127.0.0.1:9', '--', '/bin/true'];
  const env = { NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1', PATH: '' };
  const { status, stderr } = spawnSync(deno!, [...args, ...passing], { encoding: 'utf8', env });
  taken.close();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Lathe cannot listen at 127\.0\.0\.1:\d+, .*\n$/);
});
