import type { AnswerPart } from '../../../shared/protocol/conversations/conversations.ts';
import { sameJson } from '../../../shared/schema/json/values.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { Arguments, JsonSchema } from '../../../shared/tool/json.ts';
import type { OpenConversation } from '../../state/conversation.svelte.ts';
import type { KeptAnswer } from '../../state/conversation/talk-words.svelte.ts';
import { startValue } from '../run/field-values.ts';
import { isObject } from '../../../shared/schema/json/values.ts';

/** A call that is being written. */
export interface CallDraft {
  name: string;
  value: Arguments;
  /** The JSON as it was typed, and the arguments that it stood for; a broken text stands for the last ones. */
  typed?: { text: string; value: Arguments };
}

/** An answer that a person writes in the model's place: a text, calls, or both. */
export class AnswerDraft {
  static #all = new WeakMap<OpenConversation, AnswerDraft>();

  /** That of a conversation, which outlives the pane where it is written, and the page. */
  static of(talk: OpenConversation): AnswerDraft {
    const known = this.#all.get(talk);
    if (known) return known;
    const draft = new AnswerDraft(talk.words.answer());
    talk.words.answer = () => draft.#kept;
    this.#all.set(talk, draft);
    return draft;
  }

  kind = $state<'text' | 'call'>('call');
  text = $state('');
  calls = $state.raw<readonly CallDraft[]>([]);
  /** Which call is edited; one more than there are while the next one has no tool yet. */
  at = $state(0);

  constructor(kept?: KeptAnswer) {
    if (kept) ({ kind: this.kind, text: this.text, calls: this.calls, at: this.at } = kept);
  }

  call = $derived(this.calls[this.at]);
  isEmpty = $derived(this.calls.length === 0 && this.text.trim() === '');
  /** What goes back, as a model would write it. */
  parts = $derived<AnswerPart[]>([
    ...(this.text.trim() === '' ? [] : [{ type: 'text' as const, text: this.text }]),
    ...this.calls.map((call, at) => ({
      type: 'call' as const,
      id: `call_${at + 1}`,
      name: call.name,
      arguments: sentText(call),
    })),
  ]);

  /** Has the edited call call this tool, with what its schema fixes. */
  pick(name: string, schema: JsonSchema): void {
    if (this.call?.name === name) return;
    const start = startValue(schema, schema);
    this.#put({ name, value: isObject(start) ? start : {} });
  }

  give(value: Arguments): void {
    if (this.call) this.#put({ name: this.call.name, value });
  }

  /** Takes the JSON as it was typed, whether it can be read or not. */
  type(text: string, parsed: Arguments | undefined): void {
    if (!this.call) return;
    const value = parsed ?? this.call.value;
    this.#put({ name: this.call.name, value, typed: { text, value } });
  }

  another(): void {
    this.kind = 'call';
    this.at = this.calls.length;
  }

  remove(at: number): void {
    this.calls = this.calls.filter((_, index) => index !== at);
    this.at = Math.max(0, Math.min(this.at > at ? this.at - 1 : this.at, this.calls.length - 1));
  }

  clear(): void {
    this.text = '';
    this.calls = [];
    this.at = 0;
  }

  get #kept(): KeptAnswer | undefined {
    const { kind, text, calls, at } = this;
    return text === '' && calls.length === 0 ? undefined : { kind, text, calls: [...calls], at };
  }

  #put(call: CallDraft): void {
    this.calls = [...this.calls.slice(0, this.at), call, ...this.calls.slice(this.at + 1)];
  }
}

const typedText = ({ typed, value }: CallDraft): string | undefined =>
  typed && sameJson(typed.value, value) ? typed.text : undefined;

/** The arguments as they are sent: as they were typed, else without a blank too many, as models write them. */
export const sentText = (call: CallDraft): string => typedText(call) ?? writeJson(call.value);

/** The arguments as they are edited. */
export const editedText = (call: CallDraft): string => typedText(call) ?? writeJson(call.value, 2);
