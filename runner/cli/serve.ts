import type { Command } from 'commander';
import type { Platform } from '../platform/platform.ts';
import { runMain } from '../server/run-main.ts';
import type { Session } from './session.ts';

/** `lathe serve`: starts the runner in this process; `runMain` parses the same flags as for the entry files. */
export function serve(program: Command, session: Session, platform: Platform, home: string): void {
  program
    .command('serve')
    .description('Start the runner and print its address')
    .option('--port <number>', 'the port to listen on')
    .option('--workspace <folder>', 'the folder for tools, files and the history')
    .option('--no-open', 'do not open a browser')
    .option('--dangerously-host <address>', 'listen on an address other than 127.0.0.1')
    .option('--json', 'print {url, token, userToken} as the first line')
    .action(async () => {
      const { io } = session;
      session.serving = true;
      let said = '';
      await runMain(platform, {
        args: io.args.slice(io.args.indexOf('serve') + 1),
        env: io.env,
        home,
        say: (line) => void io.out(`${line}\n`),
        complain: (line) => io.err(`lathe: ${(said = line)}\n`),
        exit: (status) => {
          if (status === 0 || !session.json) return io.exit(status);
          const error = { code: 'cannot-serve', message: said };
          void io.out(`${JSON.stringify({ error })}\n`).then(() => io.exit(status));
        },
        onStop: (stop) => io.interrupt.addEventListener('abort', stop, { once: true }),
      });
    });
}
