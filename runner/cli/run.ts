import type { Command } from 'commander';
import { z } from 'zod';
import { shape } from '../../shared/returns/shape.ts';
import { CallContext } from '../../shared/tool/call-context.ts';
import { unrun, type Ending } from '../../shared/tool/ending.ts';
import { Arguments } from '../../shared/tool/json.ts';
import type { ToolResult } from '../../shared/tool/result.ts';
import { batch } from './batch.ts';
import { callTool, givenAnswer, type CliCall } from './call-tool.ts';
import { chooseTool, openSource } from './open-source.ts';
import type { Source } from './open-source.ts';
import { exitCode, exitCodeOf } from './session.ts';
import type { Session } from './session.ts';
import { Hosts, openRegistry } from './hosts.ts';
import { readObject } from './read-object.ts';

const Row = z.object({
  path: z.string(),
  tool: z.string().optional(),
  args: Arguments.default({}),
  raw: z.boolean().optional(),
  context: CallContext.optional(),
});
type Row = z.infer<typeof Row>;

interface Options {
  tool?: string;
  builtin?: string;
  args?: string;
  raw?: boolean;
  cwd?: string;
  mode?: string;
  context?: string;
  batch?: boolean;
  dangerouslyApprove?: boolean;
}

type Answered = ToolResult & { ending: Ending };

/** Calls a tool and answers with what the model and the person get. */
export function run(program: Command, session: Session): void {
  program
    .command('run')
    .description('call a tool')
    .argument('[path]')
    .option('--tool <name>', 'which tool, where the source declares several')
    .option('--builtin <name>', 'a tool that Lathe brings along, such as Read, in place of a path')
    .option('--args <json>', 'the arguments as a JSON object')
    .option('--raw', 'paste arguments as str.format does')
    .option('--cwd <folder>', 'where the call works')
    .option('--mode <mode>', '"plan" runs read-only tools alone')
    .option('--context <json>', 'what else a caller knows: {sessionId, messageId, callId}')
    .option('--dangerously-approve', 'allow everything that would be asked for')
    .option('--batch', 'answer JSON lines {path, tool?, args, raw?, context?} on stdin')
    .option('--json', 'answer with JSON')
    .action(async (path: string | undefined, options: Options) => {
      await using hosts = new Hosts(session);
      await answer({ session, hosts, approve: options.dangerouslyApprove === true }, path, options);
    });
}

interface Use {
  session: Session;
  hosts: Hosts;
  approve: boolean;
}

async function answer(use: Use, path: string | undefined, options: Options): Promise<void> {
  const { session, hosts } = use;
  const context = contextOf(session, options);
  if (!context.ok) return session.fail('bad-arguments', context.message, exitCode.problems);
  if (options.batch) return answerRows(use, context.value);
  const { builtin } = options;
  if ((path === undefined) === (builtin === undefined)) {
    const usage = 'Say which tool: lathe run PATH --args JSON, or lathe run --builtin NAME';
    return session.fail('usage', usage);
  }
  const args = readObject('--args', options.args ?? '{}');
  if (!args.ok) return session.fail('bad-arguments', args.message, exitCode.problems);
  const asked = { args: args.value, context: context.value };
  if (path === undefined) {
    const called = await callBuiltin(use, builtin ?? '', asked);
    return called.ok ? say(session, called.answered) : session.fail('not-found', called.message);
  }
  const source = await openSource(session, path, hosts);
  if (!source.ok) return session.fail('not-found', source.message);
  const { tool, raw } = options;
  await say(session, await callSource(use, source, { path, tool, raw, ...asked }));
}

/** What the options say about the call. */
function contextOf(
  { io }: Session,
  { cwd, mode, context }: Options,
): { ok: true; value: CallContext } | { ok: false; message: string } {
  const said = readObject('--context', context ?? '{}');
  if (!said.ok) return said;
  const there = cwd === undefined ? {} : { cwd: io.path(cwd) };
  const read = CallContext.safeParse({ ...said.value, ...there, ...(mode ? { mode } : {}) });
  if (read.success) return { ok: true, value: read.data };
  const [issue] = read.error.issues;
  return {
    ok: false,
    message: `The context does not fit at "${issue?.path.join('.')}": ${issue?.message}`,
  };
}

async function answerRows(use: Use, context: CallContext): Promise<void> {
  const { session, hosts } = use;
  await batch(session, {
    // Rows may build on the files that earlier ones wrote.
    width: 1,
    answer: async (json) => {
      const row = Row.safeParse(json);
      if (!row.success) return refusedCall('row', z.prettifyError(row.error));
      const source = await openSource(session, row.data.path, hosts);
      if (!source.ok) return refusedCall(row.data.path, source.message);
      const both = { ...context, ...row.data.context };
      return callSource(use, source, { ...row.data, context: both });
    },
    refuse: (message) => refusedCall('row', message),
  });
}

async function say(session: Session, answered: Answered): Promise<void> {
  session.code = exitCodeOf(answered, answered.ending);
  if (answered.error)
    session.io.err(`lathe: ${answered.error.message.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  await session.answer(answered, () => answered.displayContent);
}

async function call({ session, hosts, approve }: Use, asked: CliCall): Promise<Answered> {
  const decided = { ask: givenAnswer(approve) };
  const { result, ending } = await callTool(asked, hosts, decided, session.io.interrupt);
  return { ...result, ending };
}

function callSource(use: Use, source: Source, row: Row): Promise<Answered> | Answered {
  const chosen = chooseTool(source, row.tool);
  if (!chosen.ok) return refusedCall(source.name, chosen.message);
  const { args, raw, context } = row;
  const group = source.read.toolset.group.name;
  return call(use, { path: source.path, tool: chosen.tool, group, arguments: args, raw, context });
}

/** Calls a tool that Lathe brings along, in the workspace around the working directory. */
async function callBuiltin(
  use: Use,
  name: string,
  { args, context }: Pick<Row, 'args' | 'context'>,
): Promise<{ ok: true; answered: Answered } | { ok: false; message: string }> {
  const workspace = await use.hosts.workspaceOf(undefined);
  const { sources } = await openRegistry(workspace, use);
  await sources.freshBuiltins();
  const all = sources.registry.find({ source: 'builtin' });
  const found = all.find(({ tool }) => tool.name === name);
  if (!found) {
    const names = all.map(({ tool }) => tool.name).join(', ');
    return { ok: false, message: `There is no built-in tool "${name}"; there are ${names}` };
  }
  const { tool, unit } = found;
  const asked = { path: undefined, tool, group: unit.group, arguments: args, context };
  return { ok: true, answered: await call(use, asked) };
}

/** A call that never reached a tool, in the shape of every other call. */
function refusedCall(name: string, message: string): Answered {
  const fault = { class: 'DefinitionError', message, issues: [] };
  const ending = unrun({ kind: 'failed', exitCode: 2, fault });
  return { ...shape(ending, { name }).result, ending };
}
