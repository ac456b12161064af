import { z } from 'zod';
import { languages } from '../../../shared/languages/languages.ts';
import { Reason } from '../../../shared/tool/problem/reason.ts';
import { AskedWorker } from '../../languages/asked-worker.ts';
import { pageLanguages } from '../../languages/languages.ts';

const decision = z.enum(['allow', 'ask', 'deny']);

/** What the classifier says of one command, part by part. */
export const Judged = z.object({
  decision,
  reasons: z.array(Reason),
  segments: z.array(z.object({ text: z.string(), decision, rule: z.string(), reason: Reason })),
});
export type Judged = z.infer<typeof Judged>;

export type Judgements = { verdicts: Judged[] } | { error: string };

interface Asking {
  /** The id of the language that the commands are of. */
  shell: string;
  /** Variables that they are started with; with them there are no others. */
  environment?: Readonly<Record<string, string>>;
}

/** The languages whose commands are judged in the page. */
export const shells = [...languages.values()].flatMap(({ id }) => {
  const judge = pageLanguages.get(id)?.judge;
  return judge ? [{ id, example: judge.example }] : [];
});

/** One of each language. Its grammar is fetched when it is asked for the first time. */
const judges = new Map<string, AskedWorker<{ verdicts: Judged[] }>>();

const judgeOf = (shell: string) => {
  const known = judges.get(shell);
  const open = pageLanguages.get(shell)?.judge?.open;
  if (known || !open) return known;
  const opened = new AskedWorker(open, z.object({ verdicts: z.array(Judged) }));
  judges.set(shell, opened);
  return opened;
};

/** Judges shell commands as the runner would; nothing of them runs. Never rejects. */
export const judgeCommands = async (
  commands: readonly string[],
  { shell, environment }: Asking,
): Promise<Judgements> => {
  const closed = environment !== undefined;
  const question = { commands, environment: environment ?? {}, closed };
  return judgeOf(shell)?.ask(question) ?? { error: `Nobody judges commands of "${shell}" here` };
};

/** What was typed as the commands to judge: one of a line each, without empty lines, or all of it. */
export const splitCommands = (text: string, by: 'line' | 'script'): string[] => {
  const whole = text.replaceAll('\r\n', '\n');
  if (by === 'script') return whole.trim() === '' ? [] : [whole];
  return whole
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
};

/** JSON lines that the tests of the classifier read: each command with the verdict it got. */
export const regressionFile = (
  rows: readonly { command: string; verdict: Pick<Judged, 'decision'> }[],
): string =>
  rows
    .map(({ command, verdict }) => `${JSON.stringify({ cmd: command, want: verdict.decision })}\n`)
    .join('');
