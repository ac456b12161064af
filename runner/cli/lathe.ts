import { Command, CommanderError } from 'commander';
import type { CliIo } from '../platform/cli-io.ts';
import type { Platform } from '../platform/platform.ts';
import { version } from '../platform/process/own-process.ts';
import { agent } from './talk/agent.ts';
import { chat } from './talk/chat.ts';
import { check } from './check.ts';
import { classify } from './classify.ts';
import { declarations } from './declarations.ts';
import { discover } from './discover.ts';
import { doctor } from './doctor.ts';
import { exportTool } from './import-export/export.ts';
import { importTools } from './import-export/import.ts';
import { inspect } from './inspect.ts';
import { mcp } from './mcp/mcp.ts';
import { render } from './render.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';
import { Session } from './session.ts';
import { test } from './test.ts';
import { tools } from './tools.ts';

/** Returns the `lathe` command with all subcommands; runs nothing. */
export function programOf(io: CliIo, session: Session, platform: Platform, home: string): Command {
  const program = new Command('lathe')
    .description('Write, check and run the tools that language models call')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.out(text),
      // The error is printed below, in one line.
      writeErr: () => undefined,
    });
  serve(program, session, platform, home);
  doctor(program, session, platform.engine);
  mcp(program, session, platform);
  agent(program, session);
  chat(program, session);
  for (const verb of [
    inspect,
    render,
    run,
    classify,
    check,
    test,
    tools,
    declarations,
    discover,
    exportTool,
    importTools,
  ]) {
    verb(program, session);
  }
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}

/** Runs the `lathe` command. Returns the exit status; undefined if a server keeps running. */
export async function lathe(
  io: CliIo,
  platform: Platform,
  home: string,
): Promise<number | undefined> {
  const session = new Session(io, platform.disk);
  const program = programOf(io, session, platform, home);
  if (io.args.length === 0) {
    const verbs = program.commands.map((command) => command.name()).join(', ');
    await session.fail('usage', `Choose a command: ${verbs}. Run lathe --help for details`);
    return session.code;
  }
  try {
    await program.parseAsync(io.args, { from: 'user' });
  } catch (cause) {
    if (cause instanceof CommanderError && cause.exitCode === 0) return 0;
    const message = cause instanceof Error ? cause.message : String(cause);
    await session.fail(
      cause instanceof CommanderError ? 'usage' : 'broken',
      message.replace(/^error: /, ''),
    );
  }
  return session.serving && session.code === 0 ? undefined : session.code;
}
