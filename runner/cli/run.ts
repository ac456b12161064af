import type { Command } from 'commander';
import { z } from 'zod';
import { CallContext } from '../../shared/tool/run/call-context.ts';
import { Arguments } from '../../shared/tool/json.ts';
import { batch } from './batch.ts';
import {
  callTool,
  contextOf,
  deniedCall,
  givenAnswer,
  offReason,
  refusedCall,
  switchesAt,
} from './call-tool.ts';
import type { Answered, CliCall } from './call-tool.ts';
import { chooseTool, openSource } from './open-source.ts';
import type { Source } from './open-source.ts';
import { exitCode, exitCodeOf } from './session.ts';
import type { Session } from './session.ts';
import { Hosts, openRegistry, settled } from './hosts.ts';
import { holdAgents } from './talk/hold-agents.ts';
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
  workspace?: string;
  cwd?: string;
  mode?: string;
  context?: string;
  batch?: boolean;
  dangerouslyApprove?: boolean;
}

/** `lathe run`: calls a tool and prints the content for the model and the person. */
export function run(program: Command, session: Session): void {
  program
    .command('run')
    .description('Call a tool')
    .argument('[path]', 'a tool folder, a script, a module, or the name of a tool in the workspace')
    .option('--tool <name>', 'the tool to call, if the source declares several')
    .option('--builtin <name>', 'a built-in tool, such as Read, instead of a path')
    .option('--args <json>', 'the arguments as a JSON object')
    .option('--raw', 'fill the template like str.format')
    .option('--workspace <folder>', 'the workspace with the tools and settings')
    .option('--cwd <folder>', 'the working directory: in the workspace, or in an allowed folder')
    .option('--mode <mode>', '"plan" runs only read-only tools')
    .option('--context <json>', 'the context of the call: {sessionId, messageId, callId}')
    .option('--dangerously-approve', 'approve all calls that need approval')
    .option('--batch', 'read JSON lines {path, tool?, args, raw?, context?} on stdin')
    .option('--json', 'print JSON')
    .action(async (path: string | undefined, options: Options) => {
      await using hosts = new Hosts(session, options);
      holdAgents(hosts, session, options.dangerouslyApprove);
      await answer({ session, hosts, approve: options.dangerouslyApprove === true }, path, options);
    });
}

interface Use {
  session: Session;
  hosts: Hosts;
  approve: boolean;
}

async function answer(use: Use, path: string | undefined, options: Options): Promise<void> {
  const { session } = use;
  const context = contextOf(session.io, options);
  if (!context.ok) return session.fail('bad-arguments', context.message, exitCode.problems);
  if (options.batch) return answerRows(use, context.value, options.raw);
  const { builtin } = options;
  if ((path === undefined) === (builtin === undefined)) {
    const usage = 'Choose a tool: lathe run PATH --args JSON, or lathe run --builtin NAME';
    return session.fail('usage', usage);
  }
  const args = readObject('--args', options.args ?? '{}');
  if (!args.ok) return session.fail('bad-arguments', args.message, exitCode.problems);
  const asked = { args: args.value, context: context.value };
  const { tool, raw } = options;
  const answered =
    path === undefined
      ? await callNamed(use, builtin ?? '', { ...asked, source: 'builtin' })
      : await callPath(use, { path, tool, raw, ...asked });
  await ('missing' in answered
    ? session.fail('not-found', answered.missing)
    : say(session, answered));
}

async function answerRows(use: Use, context: CallContext, raw?: boolean): Promise<void> {
  const { session } = use;
  await batch(session, {
    // Rows run one at a time, because they may use files that earlier rows wrote.
    width: 1,
    answer: async (json) => {
      const row = Row.safeParse(json);
      if (!row.success) return refusedCall('row', z.prettifyError(row.error));
      const both = { ...context, ...row.data.context };
      const answered = await callPath(use, { raw, ...row.data, context: both });
      return 'missing' in answered ? refusedCall(row.data.path, answered.missing) : answered;
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

type Missing = { missing: string };

/** Calls the tool at a path, otherwise the workspace's tool with this name. */
async function callPath(use: Use, row: Row): Promise<Answered | Missing> {
  const { session, hosts } = use;
  const source = await openSource(session, row.path, hosts);
  if (source.ok) return callSource(use, source, row);
  if (/[/\\]/.test(row.path)) return { missing: source.message };
  const called = await callNamed(use, row.path, row);
  return 'missing' in called ? { missing: `${source.message}, and ${called.missing}` } : called;
}

async function callSource(use: Use, source: Source, row: Row): Promise<Answered> {
  const chosen = chooseTool(source, row.tool);
  if (!chosen.ok) return refusedCall(source.name, chosen.message);
  const { args, raw, context } = row;
  const { path, read } = source;
  const { format, group } = read.toolset;
  const { definition } = chosen.tool;
  const { name } = definition;
  const ofModule = format === 'script-module' ? group.name : undefined;
  const off = (await switchesAt(path, use.hosts)).off({ name, definition }, ofModule);
  if (off !== undefined) return deniedCall(name, off);
  return call(use, { path, tool: chosen.tool, group: group.name, arguments: args, raw, context });
}

/** Calls a tool by name, in the named workspace or the one around the working directory. */
async function callNamed(
  use: Use,
  name: string,
  { args, raw, context, source, tool: wanted }: Omit<Row, 'path'> & { source?: 'builtin' },
): Promise<Answered | Missing> {
  const workspace = await use.hosts.workspaceOf(undefined);
  const { sources, settings } = await openRegistry(workspace, use);
  await (source ? sources.freshBuiltins() : settled(sources));
  const { registry } = sources;
  const all = registry.find({ source });
  const isIn = (id: string, own: string) => id === name && own === wanted;
  const named = all.filter(({ unit, tool }) => tool.name === name || isIn(unit.id, tool.name));
  const found = named.find(({ unit, tool }) => registry.isOn(unit, tool));
  const [off] = named;
  if (!found && off) return deniedCall(name, offReason(workspace, settings, off.tool));
  if (!found) {
    const names = all.map(({ tool }) => tool.name).join(', ');
    return {
      missing: `There is no ${source ? 'built-in tool' : 'tool of the workspace'} "${name}"; choose one of ${names}`,
    };
  }
  const { tool, unit } = found;
  return call(use, { path: undefined, tool, group: unit.group, arguments: args, raw, context });
}
