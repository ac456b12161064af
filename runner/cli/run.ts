import type { Command } from 'commander';
import { z } from 'zod';
import type { Ending } from '../../shared/tool/ending.ts';
import { Arguments } from '../../shared/tool/json.ts';
import type { ToolResult } from '../../shared/tool/result.ts';
import { batch } from './batch.ts';
import { callBuiltin } from './call-builtin.ts';
import { callTool } from './call-tool.ts';
import { chooseTool } from './choose-tool.ts';
import { exitCode, exitCodeOf } from './exit-code.ts';
import { Hosts } from './hosts.ts';
import { openSource } from './open-source.ts';
import type { Source } from './open-source.ts';
import { readObject } from './read-object.ts';
import { refusedCall } from './refused-call.ts';
import type { Session } from './session.ts';

const Row = z.object({
  path: z.string(),
  tool: z.string().optional(),
  args: Arguments.default({}),
  raw: z.boolean().optional(),
});
type Row = z.infer<typeof Row>;

interface Options {
  tool?: string;
  builtin?: string;
  args?: string;
  raw?: boolean;
  batch?: boolean;
  dangerouslyApprove?: boolean;
}

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
    .option('--dangerously-approve', 'allow everything that would be asked for')
    .option('--batch', 'answer JSON lines {path, tool?, args, raw?} on stdin')
    .option('--json', 'answer with JSON')
    .action(async (path: string | undefined, options: Options) => {
      await using hosts = new Hosts(session);
      await answer(session, hosts, path, options);
    });
}

async function answer(
  session: Session,
  hosts: Hosts,
  path: string | undefined,
  options: Options,
): Promise<void> {
  const approve = options.dangerouslyApprove === true;
  if (options.batch) {
    await batch(session, {
      // Rows may build on the files that earlier ones wrote.
      width: 1,
      answer: async (json) => {
        const row = Row.safeParse(json);
        if (!row.success) return refusedCall('row', z.prettifyError(row.error));
        const source = await openSource(session, row.data.path, hosts);
        if (!source.ok) return refusedCall(row.data.path, source.message);
        return callSource(session, hosts, source, row.data, approve);
      },
      refuse: (message) => refusedCall('row', message),
    });
    return;
  }
  const { builtin } = options;
  if ((path === undefined) === (builtin === undefined)) {
    const usage = 'Say which tool: lathe run PATH --args JSON, or lathe run --builtin NAME';
    return session.fail('usage', usage);
  }
  const args = readObject('--args', options.args ?? '{}');
  if (!args.ok) return session.fail('bad-arguments', args.message, exitCode.problems);
  if (builtin !== undefined) {
    const called = await callBuiltin(session, hosts, { name: builtin, args: args.value, approve });
    if (!called.ok) return session.fail('not-found', called.message);
    return say(session, called.answered);
  }
  if (path === undefined) return;
  const { tool, raw } = options;
  const row = {
    path,
    args: args.value,
    ...(tool === undefined ? {} : { tool }),
    ...(raw ? { raw } : {}),
  };
  const source = await openSource(session, path, hosts);
  if (!source.ok) return session.fail('not-found', source.message);
  await say(session, await callSource(session, hosts, source, row, approve));
}

async function say(session: Session, answered: ToolResult & { ending: Ending }): Promise<void> {
  session.code = exitCodeOf(answered, answered.ending);
  if (answered.error)
    session.io.err(`lathe: ${answered.error.message.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  await session.answer(answered, () => answered.displayContent);
}

async function callSource(
  session: Session,
  hosts: Hosts,
  source: Source,
  row: Row,
  approve: boolean,
): Promise<ToolResult & { ending: Ending }> {
  const chosen = chooseTool(source, row.tool);
  if (!chosen.ok) return refusedCall(source.name, chosen.message);
  const asked = {
    path: source.path,
    tool: chosen.tool,
    folderName: source.name,
    arguments: row.args,
    ...(row.raw === undefined ? {} : { raw: row.raw }),
  };
  const { result, ending } = await callTool(asked, hosts, approve, session.io.interrupt);
  return { ...result, ending };
}
