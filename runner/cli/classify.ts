import type { Command } from 'commander';
import { z } from 'zod';
import type { Verdict } from '../../shared/commands/verdict.ts';
import { classifiersHere } from '../hosts/languages/languages.ts';
import { batch } from './batch.ts';
import type { Session } from './session.ts';
import { reasonsLine } from '../../shared/tool/problem/reason.ts';

const Row = z.object({ cmd: z.string(), boundary: z.string().optional() });

interface Options {
  boundary?: string;
  language: string;
  batch?: boolean;
}

const shown = ({ decision, reasons, segments }: Verdict) => ({
  decision,
  reasons: reasons.map((reason) => reasonsLine([reason])),
  segments: segments.map(({ text, decision: verdict, rule }) => ({
    text,
    decision: verdict,
    rule,
  })),
});

/** `lathe classify`: says whether a shell command is allowed, needs approval, or is forbidden. Runs nothing. */
export function classify(program: Command, session: Session): void {
  const known = [...classifiersHere.keys()].join(', ');
  program
    .command('classify')
    .description('Check a shell command: allow, ask or deny')
    .argument('[command]', 'the text of the command')
    .option('--boundary <folder>', 'the workspace: absolute paths inside it may be read')
    .option('--language <id>', `one of ${known}`, 'bash')
    .option('--batch', 'read JSON lines {cmd, boundary?}')
    .option('--json', 'print JSON')
    .action(async (command: string | undefined, options: Options) => {
      const judge = await classifiersHere.get(options.language)?.();
      if (!judge) {
        const message = `Cannot check commands of "${options.language}", only of ${known}`;
        return session.fail('usage', message);
      }
      const boundary = options.boundary === undefined ? '' : session.io.path(options.boundary);
      if (options.batch) {
        return batch(session, {
          width: 1,
          answer: async (json) => {
            const row = Row.safeParse(json);
            if (!row.success) return unread('Each line must be {cmd}');
            const place = row.data.boundary;
            return shown(
              judge(row.data.cmd, {
                boundary: place === undefined ? boundary : session.io.path(place),
              }),
            );
          },
          refuse: unread,
        });
      }
      if (command === undefined) return session.fail('usage', 'Enter the command to check');
      const verdict = shown(judge(command, { boundary }));
      await session.answer(verdict, () =>
        [
          verdict.decision,
          ...verdict.segments.map(
            (part) => `  ${part.decision.padEnd(5)} ${part.text}  (${part.rule})`,
          ),
          ...verdict.reasons.map((reason) => `  ${reason}`),
        ].join('\n'),
      );
    });
}

/** An unreadable row needs approval. */
const unread = (message: string) => ({ decision: 'ask', reasons: [message], segments: [] });
