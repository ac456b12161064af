import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findPrograms } from '../../platform/process/programs.ts';
import { boxGround } from '../../remote/server-box.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { hostileWay, pageOf } from '../fixtures/remote-servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { deno } = (await boxGround(findPrograms())) ?? {};
if (deno === undefined) process.stderr.write('skipped: no sandbox within a sandbox is to be had\n');

const servers: (Server | TcpServer)[] = [];
/** A port of this machine where somebody answers with its name. */
const answering = (name: string): Promise<number> =>
  new Promise((ready) => {
    const server = createServer((_, response) => response.end(`here is ${name}`));
    servers.push(server);
    server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
  });

/** One that answers only whoever said that nothing more comes. */
const answeringAtTheEnd = (): Promise<number> =>
  new Promise((ready) => {
    const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
      let heard = 0;
      socket.on('data', (bytes) => (heard += bytes.length));
      socket.on('end', () => socket.end(`${heard} bytes, then ${'.'.repeat(300_000)}the end`));
    });
    servers.push(server);
    server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
  });

let granted = 0;
let other = 0;
beforeAll(async () => {
  granted = await answering('the granted');
  other = await answering('the other');
});
afterAll(() => {
  for (const server of servers) server.close();
});

onBothEngines('The addresses of a server', (runner) => {
  const page = pageOf(runner);
  const way = (...net: string[]) => {
    const { grants, ...rest } = hostileWay();
    return { ...rest, grants: { ...grants, net } };
  };
  const reach = async (name: string, host: string, port: number): Promise<string> =>
    (await page.run(name, 'reach', { host, port })).ended.result.llmContent;

  test.skipIf(deno === undefined)(
    'S3 a server reaches the addresses that it was granted and no other',
    async () => {
      const { state } = await page.add('net', way(`localhost:${granted}`, 'api.lathe.invalid'));
      expect(state).toMatchObject({ is: 'ready' });
      expect(await reach('net', 'localhost', granted)).toContain('here is the granted');
      expect(await reach('net', '127.0.0.1', granted)).toContain('here is the granted');
      // Of the same machine another port, the runner itself, and a name beside.
      expect(await reach('net', '127.0.0.1', other)).toBe('127.0.0.1 ECONNREFUSED');
      expect(await reach('net', '127.0.0.1', runner().port)).toBe('127.0.0.1 ECONNREFUSED');
      expect(await reach('net', 'other.lathe.invalid', 443)).toBe('ENOTFOUND ENOTFOUND');
      expect(await reach('net', '1.1.1.1', 443)).toBe('1.1.1.1 ENETUNREACH');
      await page.send('/net', 'DELETE');
    },
  );

  test.skipIf(deno === undefined)(
    'S3 a granted name is one in the box, at port 443 where none was said, and what fails is told',
    async () => {
      await page.add('named', way('api.lathe.invalid'));
      // Its stand-in takes the connection; nobody has that name outside.
      expect(await reach('named', 'api.lathe.invalid', 443)).toMatch(
        /^127\.77\.0\.1 (?:opened |ECONNRESET)$/,
      );
      expect(await reach('named', 'api.lathe.invalid', 80)).toBe('127.77.0.1 ECONNREFUSED');
      const wire = async () => (await page.send('/named/wire', 'GET')).text();
      await expect
        .poll(wire, { timeout: 60_000 })
        .toContain('api.lathe.invalid:443 could not be reached');
      const { env } = JSON.parse((await page.run('named', 'look')).ended.result.llmContent);
      expect(Object.keys(env).sort()).toEqual(['HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR']);
      await page.send('/named', 'DELETE');
    },
  );

  test.skipIf(deno === undefined)(
    'S3 an address that was granted by two names is reached by both',
    async () => {
      const net = [`localhost:${granted}`, `127.0.0.1:${granted}`, 'api.lathe.invalid'];
      expect((await page.add('twice', way(...net))).state).toMatchObject({ is: 'ready' });
      expect(await reach('twice', 'localhost', granted)).toContain('here is the granted');
      expect(await reach('twice', '127.0.0.1', granted)).toContain('here is the granted');
      await page.send('/twice', 'DELETE');
    },
  );

  test.skipIf(deno === undefined)(
    'S3 a connection that ends in one direction goes on in the other',
    async () => {
      const port = await answeringAtTheEnd();
      await page.add('half', way(`localhost:${port}`));
      const args = { host: 'localhost', port, ends: true };
      const { llmContent } = (await page.run('half', 'reach', args)).ended.result;
      expect(llmContent).toMatch(/^\S+ opened 18 bytes, then \.{300000}the end$/);
      await page.send('/half', 'DELETE');
    },
  );

  test('S3 without a grant there is no network at all', async () => {
    await page.add('alone', way());
    expect(await reach('alone', '127.0.0.1', granted)).toBe('127.0.0.1 ECONNREFUSED');
    expect(await reach('alone', 'api.lathe.invalid', 443)).toMatch(/EAI_AGAIN|ENOTFOUND/);
    await page.send('/alone', 'DELETE');
  });
});
