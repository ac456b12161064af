import { z } from 'zod';
import type { ConversationNode } from '../../../shared/protocol/conversations/conversations.ts';
import { Arguments } from '../../../shared/tool/json.ts';

type Nodes = readonly ConversationNode[];

/** Words that were sent to stand after a message. `before`: so many messages there said the same already. */
const Sent = z.object({ parent: z.string().nullable(), text: z.string(), before: z.number() });
type Sent = z.infer<typeof Sent>;

const KeptEdit = z.object({ id: z.string(), text: z.string(), sent: Sent.optional() });
type KeptEdit = z.infer<typeof KeptEdit>;

const KeptCall = z.object({
  name: z.string(),
  value: Arguments,
  typed: z.object({ text: z.string(), value: Arguments }).optional(),
});
/** An answer that is being written in the model's place. */
const KeptAnswer = z.object({
  kind: z.enum(['text', 'call']),
  text: z.string(),
  calls: z.array(KeptCall),
  at: z.number(),
});
export type KeptAnswer = z.infer<typeof KeptAnswer>;

/** What a person wrote to a conversation and no message of it is known to hold, as the browser keeps it. */
export const KeptWords = z.object({
  text: z.string(),
  sent: Sent.optional(),
  editing: KeptEdit.optional(),
  editingResult: KeptEdit.optional(),
  editingPlan: KeptEdit.optional(),
  answer: KeptAnswer.optional(),
});
export type KeptWords = z.infer<typeof KeptWords>;

const says = (node: ConversationNode, text: string): boolean => {
  if (node.role === 'user') return node.text === text;
  if (node.role === 'results') return node.results.some(({ result }) => result.llmContent === text);
  const texts = node.parts.filter((part) => part.type === 'text');
  // An answer of calls alone has no empty text.
  if (text.trim() === '') return texts.length === 0;
  return texts.some((part) => part.text === text);
};
const countOf = (nodes: Nodes, { parent, text }: Pick<Sent, 'parent' | 'text'>): number =>
  nodes.filter((node) => node.parent === parent && says(node, text)).length;
const sending = (text: string, parent: string | null, nodes: Nodes): Sent => ({
  ...{ text, parent, before: countOf(nodes, { text, parent }) },
});
const holds = (nodes: Nodes, sent: Sent): boolean => countOf(nodes, sent) > sent.before;

export const joined = (...texts: string[]): string => texts.filter(Boolean).join('\n\n');

/** What is being changed, with its text so far: it outlives the field, since the runner may not take it. */
export class Edited {
  readonly id: string;
  text = $state('');
  sent: Sent | undefined;
  /** The text that stands there; unknown of one that an earlier page kept. */
  #before: string | undefined;

  constructor(id: string, text: string, kept?: KeptEdit) {
    this.id = id;
    this.text = text;
    this.#before = kept ? undefined : text;
    this.sent = kept?.sent;
  }

  /** What is to be kept of it; nothing of a text that was not changed. */
  get kept(): KeptEdit | undefined {
    const { id, text, sent } = this;
    return text === this.#before ? undefined : { id, text, sent };
  }
}

const again = (kept: KeptEdit | undefined): Edited | undefined =>
  kept && new Edited(kept.id, kept.text, kept);

/** What a person writes in a conversation, until a message of it is known to hold it. */
export class TalkWords {
  /** What stands in the composer and was not sent. */
  text = $state('');
  /** The message whose text is being changed. */
  editing = $state.raw<Edited>();
  /** The call whose result is being changed. */
  editingResult = $state.raw<Edited>();
  /** The plan that is being changed before it is approved. */
  editingPlan = $state.raw<Edited>();
  /** The answer in the model's place, told by whoever has it written. */
  answer: () => KeptAnswer | undefined;
  /** The message that was sent last, unless one of the conversation holds it. */
  #sent: Sent | undefined;
  /** It stands in the composer no more, and nobody knows yet whether the runner takes it. */
  #isOnItsWay = false;

  constructor(kept?: KeptWords) {
    this.text = kept?.text ?? '';
    this.#sent = kept?.sent;
    this.editing = again(kept?.editing);
    this.editingResult = again(kept?.editingResult);
    this.editingPlan = again(kept?.editingPlan);
    this.answer = () => kept?.answer;
  }

  /** What the next page is to find where this one goes: what is on its way may not arrive. */
  get kept(): KeptWords {
    const onItsWay = this.#isOnItsWay ? (this.#sent?.text ?? '') : '';
    return {
      ...{ text: joined(onItsWay, this.text), sent: this.#sent },
      ...{ editing: this.editing?.kept, editingResult: this.editingResult?.kept },
      ...{ editingPlan: this.editingPlan?.kept, answer: this.answer() },
    };
  }

  /** Answers with what `end` is to be told of. */
  send(text: string, parent: string | null, nodes: Nodes): Sent {
    this.text = '';
    this.#isOnItsWay = true;
    return (this.#sent = sending(text, parent, nodes));
  }

  /**
   * The runner took a message that was sent, or did not: then it can be sent again, before what was written since.
   * The next one may be on its way already, where this one was looked for among the messages.
   */
  end(sent: Sent, isTaken: boolean, nodes: Nodes): void {
    const isLast = this.#sent === sent;
    if (!isTaken && !holds(nodes, sent)) this.text = joined(sent.text, this.text);
    if (!isLast) return;
    if (isTaken) this.#sent = undefined;
    this.#isOnItsWay = false;
  }

  sendEdited(edited: Edited, parent: string | null, nodes: Nodes): void {
    edited.sent = sending(edited.text, parent, nodes);
  }

  drop(edited: Edited): void {
    if (this.editing === edited) this.editing = undefined;
    if (this.editingResult === edited) this.editingResult = undefined;
  }

  /** Lets go of what the messages hold: it may have been taken by a runner that could not tell this page. */
  settle(nodes: Nodes): void {
    for (const edited of [this.editing, this.editingResult]) {
      const isHeld = edited?.sent?.text === edited?.text && edited?.sent;
      if (edited && isHeld && holds(nodes, isHeld)) this.drop(edited);
    }
    const sent = this.#sent;
    if (!sent || !holds(nodes, sent)) return;
    this.#sent = undefined;
    if (!this.#isOnItsWay) this.text = without(this.text, sent.text);
    this.#isOnItsWay = false;
  }
}

/** What was written behind words that came back; what was changed since is another text. */
const without = (text: string, words: string): string => {
  if (text === words) return '';
  return text.startsWith(`${words}\n\n`) ? text.slice(words.length + 2) : text;
};
