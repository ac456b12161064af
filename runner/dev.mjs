import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { engineCommand } from './scripts/engine-command.mjs';
import { ensureInstalled } from './scripts/ensure-installed.mjs';
import { home } from './scripts/home.mjs';
import { say } from './scripts/say.mjs';

await ensureInstalled();
const workspace = process.env.LATHE_WORKSPACE ?? join(home, 'workspace');
const engine = process.env.LATHE_ENGINE;
const file = engine === 'node' ? 'runner/main-node.ts' : 'runner/main-deno.ts';
const { command, args, env } = engineCommand(file, {
  engine,
  rights: ['--allow-all'],
  watch: true,
});
const runner = spawn(command, [...args, '--json', '--workspace', workspace], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.on('exit', () => runner.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
runner.once('exit', (code) => process.exit(code ?? 1));

const first = await new Promise((line) =>
  createInterface({ input: runner.stdout }).once('line', line),
);
const address = new URL(JSON.parse(first).url);

const { createServer } = await import('vite');
const vite = await createServer({
  configFile: join(home, 'vite.config.ts'),
  server: {
    proxy: {
      '/api': {
        target: address.origin,
        changeOrigin: true,
        // The runner admits its own pages alone; this one stands in for them.
        configure: (proxy) =>
          proxy.on('proxyReq', (request) => {
            if (request.getHeader('origin')) request.setHeader('origin', address.origin);
          }),
      },
    },
  },
});
await vite.listen();
const { port } = vite.httpServer.address();
say(`Lathe is ready: open http://127.0.0.1:${port}/${address.hash}`);
