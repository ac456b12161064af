import type {
  HelpAnswer,
  HelpAsked,
  HelpEvent,
  HelpShown,
  HelpTask,
} from '../../../shared/protocol/conversations/help.ts';
import type { CallPart } from '../../../shared/protocol/conversations/conversations.ts';
import type { Declarers } from '../../../shared/tool/declared.ts';
import { changed } from '../../../shared/tool/folder.ts';
import { askModel } from '../ask-model.ts';
import type { AnswerNode } from '../messages.ts';
import type { Models } from '../models/model.ts';
import { asksLess, look, proposedProblems, withoutLoading, type Looked } from './check-proposal.ts';
import { PROPOSE } from './propose-files.ts';
import { noCall, pastedAnswer, readAnswer } from './read-answer.ts';
import { helpRequest, type HelpRequest } from './request.ts';

/** The folder name of a new tool without a name. */
const NO_NAME = 'new_tool';

/**
 * A model's help with a tool's files. Its answer is data: Lathe checks and shows it, and does not store, run or
 * grant anything.
 */
export class Help {
  readonly #models: Pick<Models, 'open' | 'show'>;
  readonly #declarers: Declarers;

  constructor(given: { models: Pick<Models, 'open' | 'show'>; declarers: Declarers }) {
    this.#models = given.models;
    this.#declarers = withoutLoading(given.declarers);
  }

  /** Returns the request for a task, byte for byte, or why there is none. Sends nothing. */
  async show({ model, form, task }: HelpAsked): Promise<HelpShown | { why: string }> {
    const { request, text, cuts } = await this.#request(task);
    const wire = await this.#models.show(request, { id: model, form: form ?? 'openai' });
    return 'why' in wire ? wire : { ...wire, text, cuts };
  }

  /** Asks the model once and reports events. A fault of the model is an event, not a rejection. */
  async ask(
    { model: id, task }: HelpAsked,
    tell: (event: HelpEvent) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const [model, { request }] = await Promise.all([this.#models.open(id), this.#request(task)]);
    if ('fault' in model) return tell({ type: 'failed', fault: model.fault });
    const node: AnswerNode = {
      ...{ id: '', parent: null, at: 0, role: 'answer', by: id, parts: [] },
      ...{ durationMs: 0, source: 'live', whole: false },
    };
    const failed = await askModel(
      { model, request, node },
      {
        tell(event) {
          const { type } = event;
          if (type === 'text' || type === 'reasoning' || type === 'usage' || type === 'retry')
            tell(event);
        },
        keep: () => undefined,
      },
      signal,
    );
    if (signal.aborted) return;
    if (failed) return tell({ type: 'failed', fault: failed });
    const calls = node.parts.filter((part): part is CallPart => part.type === 'call');
    const own = calls.filter(({ name }) => name === PROPOSE).map((call) => call.arguments);
    const answer = own.length === 0 ? noCall() : await this.#read(task, own);
    tell({ type: 'answered', durationMs: node.durationMs, answer });
  }

  /** Reads an answer that a person pasted from elsewhere. */
  read(task: HelpTask, answer: string): Promise<HelpAnswer> {
    return this.#read(task, [pastedAnswer(answer)]);
  }

  async #request(task: HelpTask): Promise<HelpRequest> {
    return helpRequest(task, (await this.#before(task))?.problems);
  }

  async #before(task: HelpTask): Promise<Looked | undefined> {
    return task.kind === 'fix' ? look(task.id, task.files, this.#declarers) : undefined;
  }

  async #read(task: HelpTask, calls: readonly string[]): Promise<HelpAnswer> {
    const read = readAnswer(task, calls);
    if ('nothing' in read) return read;
    const { name, summary, files, deletes, refused } = read;
    const now = task.kind === 'fix' ? task.files : {};
    const id = task.kind === 'fix' ? task.id : (name ?? NO_NAME);
    const next = changed(now, {
      ...Object.fromEntries(files.map(({ path, content }) => [path, content])),
      ...Object.fromEntries(deletes.map((path) => [path, null])),
    });
    const before = await this.#before(task);
    const after = await look(id, next, this.#declarers);
    return {
      proposal: {
        ...(name === undefined ? {} : { name }),
        ...{ summary, files, deletes, refused },
        problems: proposedProblems(before, after),
        asksLess: asksLess(before, after),
      },
    };
  }
}
