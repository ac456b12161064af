import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { home } from './steps/home.mjs';
import { runnerCommand } from './steps/runner-command.mjs';
import { say } from './steps/say.mjs';

await ensureInstalled();
const workspace = process.env.LATHE_WORKSPACE ?? join(home, 'workspace');
const engine = process.env.LATHE_ENGINE;
const { command, args, env } = runnerCommand({ engine, workspace, watch: true });
const runner = spawn(command, [...args, '--json'], {
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
