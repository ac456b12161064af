import type { Command } from 'commander';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { Tell } from '../../../shared/tool/run/host.ts';
import { Agent } from '../../../shared/tool/agent.ts';
import type { ToolAgentResult } from '../../../shared/protocol/conversations/tool-agent.ts';
import { agentResult } from '../../conversations/agents/result.ts';
import { Hosts } from '../hosts.ts';
import { exitCode, type ExitCode, type Session } from '../session.ts';
import { readTalk, type TalkAsked, type TalkOptions } from './options.ts';

interface Options extends TalkOptions {
  task: string;
  context?: string;
  expect?: string;
}

/** `lathe agent`: lets a model work on a task with the tools of a workspace, and prints the result. */
export function agent(program: Command, session: Session): void {
  program
    .command('agent')
    .description('Let a model work on a task with the tools of a workspace')
    .requiredOption('--task <text>', 'the task')
    .option('--context <text>', 'background for the task')
    .option('--expect <text>', 'the expected outcome')
    .option('--model <id>', 'PROVIDER:NAME or recording:FILE (default: the model in the settings)')
    .option('--tools <names>', 'names of tools, separated by commas (default: all)')
    .option('--mode <mode>', '"plan" offers only read-only tools')
    .option('--max-calls <n>', 'the maximum number of calls')
    .option('--timeout <ms>', 'the timeout in milliseconds')
    .option('--auto-confirm', 'approve calls that need approval; forbidden calls stay forbidden')
    .option('--record <file>', 'save the conversation as JSON, to replay it with recording:FILE')
    .option('--workspace <folder>', 'the workspace with the tools and settings')
    .option('--cwd <folder>', 'the working directory of its calls')
    .option('--json', 'print JSON')
    .action((options: Options) => work(session, options));
}

async function work(session: Session, options: Options): Promise<void> {
  const { io, disk } = session;
  const asked = readTalk(options);
  if ('message' in asked) return session.fail('bad-arguments', asked.message, exitCode.problems);
  if (options.task.trim() === '')
    return session.fail('bad-arguments', 'Describe the task: --task TEXT', exitCode.problems);
  await using hosts = new Hosts(session, options);
  const { autoConfirm = false } = options;
  const workspace = await hosts.workspaceOf(undefined);
  // Imported late, because loading it would delay other subcommands.
  const { openTalk } = await import('./open-talk.ts');
  const talk = await openTalk({ session, hosts, workspace, autoConfirm });
  try {
    const job = jobOf(asked, options, options.cwd === undefined ? undefined : io.path(options.cwd));
    const begun = { job, caller: 'admin' as const };
    const done = await talk.agents.run(begun, teller(session), io.interrupt);
    const result = done.kind === 'done' ? done.result : unbegun(done.reason);
    const recording = talk.recording(result.conversationId);
    if (options.record !== undefined && recording)
      await disk.write(io.path(options.record), `${writeJson(recording, 2)}\n`);
    session.code = statusOf(result);
    for (const error of done.kind === 'done' ? [] : result.errors) io.err(`lathe: ${error}\n`);
    await session.answer(result, () => textOf(result));
  } finally {
    await talk.close();
  }
}

function jobOf(
  { model, tools, mode, limits }: TalkAsked,
  { task, context, expect }: Options,
  cwd: string | undefined,
) {
  const said = { task, context, expectedOutcome: expect };
  const args = Object.entries(said).filter((one): one is [string, string] => one[1] !== undefined);
  return {
    host: 'agent' as const,
    // No tool can have this name, so no tool is left out as the agent itself.
    name: 'lathe agent',
    agent: Agent.parse({ model, tools, mode, limits }),
    arguments: Object.fromEntries(args),
    context: { ...(cwd === undefined ? {} : { cwd }), ...(mode === undefined ? {} : { mode }) },
    text: task,
  };
}

/** Returns what reports events: progress for a person, nothing for a program, which reads the answer. */
const teller = ({ io, json }: Session): Tell => {
  if (json) return () => undefined;
  return (progress) => {
    if (progress.type === 'update' && typeof progress.update.error === 'string')
      io.err(`lathe: ${progress.update.error}\n`);
    if (progress.type !== 'step' || progress.phase === 'start') return;
    const { title, status, error, summary } = progress.step;
    // A step is reported again with the model's summary.
    if (summary === undefined || error !== undefined)
      io.err(`${title}: ${error ?? status}\n`.replaceAll(/\s*\n(?=.)/g, ' '));
  };
};

const unbegun = (reason: string): ToolAgentResult => {
  const fault = { code: 'no-model' as const, message: reason, values: {} };
  const about = { conversationId: '', executionTimeMs: 0, maxToolCalls: 0 };
  return agentResult([], { stopReason: 'error', fault }, about);
};

function statusOf({ success, stopReason }: ToolAgentResult): ExitCode {
  if (stopReason === 'timeout') return exitCode.timedOut;
  if (stopReason === 'cancelled') return exitCode.cancelled;
  return success ? exitCode.done : exitCode.failed;
}

const textOf = ({ summary, stopReason, filesModified, errors }: ToolAgentResult): string =>
  [
    summary,
    ...(filesModified.length === 0 ? [] : [`Files modified: ${filesModified.join(', ')}`]),
    ...(errors.length === 0 ? [] : [`Failed: ${errors.join('; ')}`]),
    ...(stopReason === 'done' ? [] : [`Stopped: ${stopReason}`]),
  ]
    .filter(Boolean)
    .join('\n\n');
