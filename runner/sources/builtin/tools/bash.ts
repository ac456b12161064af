import { unrun } from '../../../../shared/tool/run/ending.ts';
import { z } from 'zod';
import { callRows } from '../../../../shared/tool/run/call-context.ts';
import type { ProcessJob } from '../../../../shared/tool/run/job.ts';
import { isUnprepared, unprepared } from '../../../../shared/registry/call/unprepared.ts';
import { unavailable } from '../../../../shared/returns/host-faults.ts';
import { shape } from '../../../../shared/returns/shape.ts';
import { shownJudgement, type Judgement } from '../../../../shared/registry/approval/judgement.ts';
import { builtin } from '../builtin.ts';
import { never, refusedFor } from '../plan.ts';
import { fileAccess } from '../paths/file-access.ts';
import type { Place } from '../place.ts';
import { bashResult, blocked } from './bash-result.ts';
import type { Doing, Done, Plan } from '../plan.ts';
import { callReason, pathReason } from '../../../../shared/registry/approval/reasons.ts';
import { reasonsLine } from '../../../../shared/tool/problem/reason.ts';

const OUTPUT_BYTES = 10 * 1024 * 1024;

const schema = z.object({
  command: z.string().min(1, '命令不能为空').describe('The command to run'),
  description: z.string().optional().describe('What the command does, in five to ten words'),
  timeout: z
    .number()
    .positive()
    .max(600_000)
    .default(120_000)
    .describe('Timeout in milliseconds: 120000 by default, at most 600000'),
  working_directory: z
    .string()
    .optional()
    .describe('The folder to run the command in; the working directory by default'),
});
type Params = z.infer<typeof schema>;

/** Source: seed 004, Bash, with the checks of seed 003; texts, limits and metadata are part of the interface. */
export const bash = builtin<Params>({
  name: 'Bash',
  displayName: 'Shell Command',
  kind: 'execute',
  schema,
  isConcurrencySafe: false,
  description: {
    short: 'Runs a command in bash',
    long: 'Runs the command in a sandbox that shows only the workspace and has no network, and returns its output. Read-only commands run at once; others need the approval of the user.',
    usageNotes: [
      'To read, edit, write or find files, use Read, Edit, Write, Glob and Grep',
      'Each command starts in a new shell: the working directory and variables of the last one are gone',
      'Chain dependent commands with &&',
      'Quote paths that contain spaces',
    ],
    examples: [
      { description: 'Count lines', params: { command: 'wc -l *.md', description: 'Count lines' } },
      { description: 'Show what changed', params: { command: 'git status' } },
    ],
    important: [
      'Never start a program that waits for input, such as git with -i',
      'Never run anything destructive that the user did not ask for',
      'Do not talk to the user through echo',
      'Start no background processes',
    ],
  },
  category: 'Shell',
  tags: ['shell', 'bash', 'command', 'execute'],
  extractSignatureContent: (params) => schema.parse(params).command,

  async plan(params, place): Promise<Plan> {
    const access = await fileAccess(params.working_directory || place.directory, place);
    if (access.kind === 'refused') return never(access.reason);
    if (access.kind === 'outside') {
      return never(pathReason('commands-stay-inside', { path: access.path }));
    }
    const job = jobOf(params, access.path, place.allowed);
    const judged = await place.judge(job);
    if (judged && isUnprepared(judged)) {
      const ending = unprepared(judged, 'judging');
      return { kind: 'ended', ending, result: shape(ending, { name: 'Bash' }).result };
    }
    if (judged?.decision === 'deny') {
      const { reasons } = shownJudgement(judged);
      const result = blocked(params.command, `Command is forbidden: ${reasonsLine(reasons)}`);
      return { kind: 'ended', ...refusedFor(reasons, result) };
    }
    const boxed = (await place.bash.layers()).includes('bubblewrap');
    // A yes holds for the folder that it was given in; the call's context may name another one next time.
    const rows = access.path === place.boundary ? [] : callRows('', { cwd: access.path });
    const text = [params.command, ...rows].join('\n\n');
    const judgement = judgementOf(text, judged, boxed);
    const { decision, writes } = judgement;
    const narrow = decision === 'allow' ? { readOnly: true } : writes && { writes };
    const bound = { ...job, guest: { ...job.guest, ...narrow } };
    return {
      kind: 'ready',
      judgement,
      perform: (doing) => run(params, bound, place, access.path, doing),
    };
  },
});

const jobOf = (
  { command, timeout }: Params,
  directory: string,
  allowed: readonly string[],
): ProcessJob => ({
  host: 'bash',
  script: command,
  file: 'command.sh',
  arguments: {},
  environment: {},
  stdin: '',
  limits: { timeoutMs: timeout, outputBytes: OUTPUT_BYTES },
  text: command,
  guest: { directory, allowed: [...allowed] },
});

function judgementOf(text: string, judged: Judgement | undefined, boxed: boolean): Judgement {
  if (judged === undefined) {
    return { decision: 'ask', reasons: [callReason('nobody-judges')], segments: [], text };
  }
  const reads = judged.decision === 'allow';
  return {
    ...judged,
    decision: reads && boxed ? 'allow' : 'ask',
    reasons: reads && !boxed ? [callReason('unboxed-command')] : judged.reasons,
    ...{ text, boxed, shell: 'bash' },
    writes: boxed && !reads ? judged.writes : undefined,
  };
}

async function run(
  params: Params,
  job: ProcessJob,
  place: Place,
  directory: string,
  { tell, signal, exec, asker }: Doing,
): Promise<Done> {
  const { command, description } = params;
  const title = description || command;
  tell({
    type: 'update',
    update: { title, metadata: { command, working_directory: directory } },
  });
  const missing = await place.bash.missing();
  const ending =
    missing === undefined
      ? await place.bash.perform(job, tell, signal, exec && { exec, asker })
      : unrun(unavailable(missing));
  return { ending, result: bashResult(ending, { command, description, directory }) };
}
