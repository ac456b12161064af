import type { Command } from 'commander';
import { z } from 'zod';
import type { Ending } from '../../shared/tool/run/ending.ts';
import { Arguments, JsonSchema } from '../../shared/tool/json.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import { batch } from './batch.ts';
import { callTool, givenAnswer } from './call-tool.ts';
import { Hosts } from './hosts.ts';
import { chooseTool, openSource } from './open-source.ts';
import { readObject } from './read-object.ts';
import { exitCode } from './session.ts';
import type { ExitCode, Session } from './session.ts';
import { templateTool } from './template-tool.ts';

/** The output of `lathe render`. `class` is that of an exception, or a name for what prevented filling. */
type Rendered =
  | { ok: true; text: string }
  | { ok: false; error: { class: string; message: string; missing?: string } };

interface RenderedWithCode {
  answer: Rendered;
  code: ExitCode;
}

const failed = (name: string, message: string, code: ExitCode): RenderedWithCode => ({
  answer: { ok: false, error: { class: name, message } },
  code,
});

/** Returns the answer for a row or a path that cannot be rendered. */
const refusedRender = (message: string) => failed('RenderError', message, exitCode.problems);

const Row = z.union([
  z.object({
    template: z.string(),
    args: Arguments.default({}),
    schema: JsonSchema.optional(),
    raw: z.boolean().optional(),
  }),
  z.object({
    path: z.string(),
    tool: z.string().optional(),
    args: Arguments.default({}),
    raw: z.boolean().optional(),
  }),
]);
type Row = z.infer<typeof Row>;

interface Options {
  args?: string;
  raw?: boolean;
  template?: string;
  schema?: string;
  batch?: boolean;
}

/** `lathe render`: prints the program as it would run with the arguments. Runs nothing. */
export function render(program: Command, session: Session): void {
  program
    .command('render')
    .description('Fill a template and print the program')
    .argument('[path]', 'a tool folder')
    .option('--args <json>', 'the arguments as a JSON object')
    .option('--raw', 'fill the template like str.format')
    .option('--template <text>', 'a Python template, instead of a path')
    .option('--schema <json>', 'the parameters of the template (default: every placeholder)')
    .option('--batch', 'read JSON lines {template, args, schema?, raw?} or {path, args, raw?}')
    .option('--json', 'print JSON')
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
  if (options.batch) {
    await batch(session, {
      width: 4,
      answer: async (json) => {
        const row = Row.safeParse(json);
        if (!row.success)
          return refusedRender('Each line must be {template, args} or {path, args}').answer;
        return (await fill(session, hosts, row.data)).answer;
      },
      refuse: (message) => refusedRender(message).answer,
    });
    return;
  }
  const { template, raw } = options;
  if ((path === undefined) === (template === undefined)) {
    return session.fail('usage', 'Choose what to render: a PATH, or --template TEXT');
  }
  const args = readObject('--args', options.args ?? '{}');
  const schema = options.schema === undefined ? undefined : readObject('--schema', options.schema);
  for (const read of [args, schema]) {
    if (read?.ok === false) return session.fail('bad-arguments', read.message, exitCode.problems);
  }
  const common = { args: args.ok ? args.value : {}, ...(raw ? { raw } : {}) };
  const row: Row =
    template === undefined
      ? { path: path ?? '', ...common }
      : { template, ...common, ...(schema?.ok ? { schema: schema.value } : {}) };
  const filled = await fill(session, hosts, row);
  session.code = filled.code;
  const { answer: said } = filled;
  if (!said.ok) session.io.err(`lathe: ${said.error.class}: ${said.error.message}\n`);
  await session.answer(said, () => (said.ok ? said.text : ''));
}

async function fill(
  session: Session,
  hosts: Hosts,
  row: Row,
): Promise<{ answer: Rendered; code: ExitCode }> {
  const found = await toolOf(session, row);
  if (!found.ok) return refusedRender(found.message);
  const { tool, name, path } = found;
  const call = { path, tool, group: name, arguments: row.args, fillOnly: true, raw: row.raw };
  const decided = { ask: givenAnswer(false) };
  const { ending } = await callTool(call, hosts, decided, session.io.interrupt);
  return renderedOf(ending);
}

async function toolOf(
  session: Session,
  row: Row,
): Promise<
  | { ok: true; tool: AuthoredTool; name: string; path: string | undefined }
  | { ok: false; message: string }
> {
  if ('template' in row) {
    const tool = templateTool(row.template, row.schema);
    return { ok: true, tool, name: tool.definition.name, path: undefined };
  }
  const source = await openSource(session, row.path);
  if (!source.ok) return source;
  const chosen = chooseTool(source, row.tool);
  return chosen.ok ? { ...chosen, name: source.name, path: source.path } : chosen;
}

function renderedOf(ending: Ending): RenderedWithCode {
  if (ending.filled !== undefined && ending.kind === 'finished') {
    return { answer: { ok: true, text: ending.filled.text }, code: exitCode.done };
  }
  switch (ending.kind) {
    case 'finished':
      return failed('RenderError', 'The host answered without a program', exitCode.misused);
    case 'failed': {
      const { fault } = ending;
      if (fault === undefined) return failed('RenderError', 'It cannot be filled', exitCode.failed);
      const { class: name, message, missing } = fault;
      const error = { class: name, message, ...(missing === undefined ? {} : { missing }) };
      return { answer: { ok: false, error }, code: exitCode.problems };
    }
    case 'timed-out':
      return failed(
        'TimeoutError',
        `${ending.during === 'filling' ? 'Filling the template took longer than its limit of' : 'Stopped after'} ${ending.afterMs} ms`,
        exitCode.timedOut,
      );
    case 'cancelled':
      return failed('Cancelled', 'It was cancelled', exitCode.cancelled);
    case 'denied':
      return failed('Denied', ending.reason, exitCode.denied);
    case 'unavailable':
      return failed('Unavailable', ending.reason, exitCode.failed);
    case 'crashed':
      return failed('Crashed', ending.reason, exitCode.failed);
  }
}
