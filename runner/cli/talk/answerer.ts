import type { Approval, RunEvent, RunQuestion } from '../../../shared/protocol/events.ts';
import { reasonsLine } from '../../../shared/tool/problem/reason.ts';
import { readJson } from '../../../shared/tool/exact-number.ts';
import { JsonObject, type Json } from '../../../shared/tool/json.ts';
import type { CliIo, Terminal } from '../../platform/cli-io.ts';
import type { OpenTalk } from './open-talk.ts';

const isYes = (line: string | undefined): boolean => /^y(es)?$/i.test(line?.trim() ?? '');

/** Returns the JSON object that was typed for a form; undefined if it is not one. */
function typedObject(line: string | undefined): Json | undefined {
  try {
    return JsonObject.safeParse(readJson(line ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Asks the person at the terminal the questions of runs, one after the other. No input means no. */
export function answerer(
  { err }: Pick<CliIo, 'err'>,
  terminal: Terminal,
  { approvals, questions }: Pick<OpenTalk, 'approvals' | 'questions'>,
): (event: RunEvent) => void {
  let turn: Promise<unknown> = Promise.resolve();

  async function approve({ id, runId, title, text, reasons }: Approval): Promise<void> {
    err(`\n${title}\n${text}\n${reasons.length > 0 ? `${reasonsLine(reasons)}\n` : ''}`);
    const answer = isYes(await terminal.ask('Allow it? [y/N] ')) ? 'allow' : 'deny';
    await approvals.decide(runId, { id, answer, scope: 'once' });
  }

  async function put({ id, runId, ask }: RunQuestion): Promise<void> {
    const value = await valueOf(ask);
    questions.answer(runId, { id, ...(value === undefined ? {} : { value }) });
  }

  /** Questions of other programs' servers get no answer here: only the page shows them. */
  async function valueOf(ask: RunQuestion['ask']): Promise<Json | undefined> {
    if ('server' in ask) return void err(`\n${ask.server}: ${ask.message}\n`);
    switch (ask.kind) {
      case 'notify':
        return void err(`${ask.level}: ${ask.message}\n`);
      case 'confirm':
        err(`\n${ask.title}\n${ask.message}\n`);
        return isYes(await terminal.ask('[y/N] '));
      case 'select': {
        const rows = ask.options.map((option, at) => `  ${at + 1}. ${option}`);
        err(`\n${ask.title}\n${rows.join('\n')}\n`);
        return ask.options[Number(await terminal.ask('Number: ')) - 1];
      }
      case 'editor':
        err(`\n${ask.title}\n${ask.text}\n`);
        return terminal.ask('New text: ');
      case 'form': {
        err(`\n${ask.title}\n`);
        return typedObject(await terminal.ask('As a JSON object: '));
      }
      default:
        return terminal.ask(`${ask.title}: `);
    }
  }

  return (event) => {
    if (event.type === 'approval') turn = turn.then(() => approve(event.approval));
    if (event.type === 'question') turn = turn.then(() => put(event.question));
  };
}
