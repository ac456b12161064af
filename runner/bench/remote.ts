import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ServerWay } from '../../shared/protocol/mcp/servers.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { findPrograms } from '../platform/process/programs.ts';
import { RemoteServers } from '../remote/servers.ts';
import { medians, reportRatio } from './ground/measure.ts';

const RUNS = 400;
const fixtures = join(import.meta.dirname, '../remote/fixtures');
const program = join(fixtures, 'hostile-server.mjs');
const args = { text: 'hi' };

/** Measures the same calls of a tool through Lathe's servers, and through the SDK's client alone. */
async function compare(
  servers: RemoteServers,
  name: string,
  way: ServerWay,
  alone: StdioClientTransport | StreamableHTTPClientTransport,
): Promise<void> {
  const server = await servers.add({ name, settings: { enabled: true, timeoutMs: 60_000, way } });
  if (!server) throw new Error(`There is a server "${name}" already`);
  await server.restart();
  const tool = server.known.tools.find((one) => one.name === 'echo');
  if (!tool) throw new Error(`The server did not start: ${JSON.stringify(server.state)}`);
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(alone);
  const never = new AbortController().signal;
  const doing = { signal: never, tell: () => undefined, ui: undefined };
  const [through = 0, direct = 0] = await medians(
    [
      () => server.call({ tool, arguments: args, doing, timeoutMs: 60_000, mostBytes: 1e6 }),
      () => client.callTool({ name: 'echo', arguments: args }),
    ],
    RUNS,
    50,
  );
  reportRatio(
    `a call through a remote server against the SDK's client alone, ${name}`,
    through,
    direct,
    1.5,
  );
  await client.close();
}

const workspace = mkdtempSync(join(tmpdir(), 'lathe-bench-'));
const http = spawn(process.execPath, [program, 'plain', '--http']);
const servers = await RemoteServers.open({
  ...{ ...findPrograms(), disk: nodeDisk, workspace, version: '1' },
  variable: () => undefined,
  models: { open: () => Promise.reject(new Error('No model is asked here')) },
});
try {
  const folders = [{ path: fixtures, access: 'read' as const }];
  await compare(
    servers,
    'stdio',
    { type: 'stdio', command: 'node', args: [program], env: [], grants: { folders, net: [] } },
    new StdioClientTransport({ command: 'node', args: [program] }),
  );
  for await (const port of createInterface({ input: http.stdout })) {
    const url = `http://127.0.0.1:${port}/mcp`;
    const alone = new StreamableHTTPClientTransport(new URL(url));
    await compare(servers, 'http', { type: 'http', url, headers: [] }, alone);
    break;
  }
} finally {
  await servers.close();
  http.kill();
  rmSync(workspace, { recursive: true });
}
