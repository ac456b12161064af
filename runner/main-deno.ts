import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { denoPlatform } from './platform/deno.ts';
import { runMain } from './run-main.ts';

await runMain(denoPlatform(), {
  args: process.argv.slice(2),
  env: process.env,
  home: fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''),
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  exit: (status) => process.exit(status),
  onStop: (stop) => {
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  },
});
