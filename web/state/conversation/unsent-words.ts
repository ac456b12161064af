import { z } from 'zod';
import { t } from '../../i18n/i18n.svelte.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import { toasts } from '../../parts/toasts.svelte.ts';
import { remembered } from '../../storage/remembered.ts';
import { conversationsApi } from '../../api/conversations-api.ts';
import type { OpenConversation } from '../conversation.svelte.ts';
import { joined, KeptWords } from './talk-words.svelte.ts';

const tw = textsOf({
  en: { waiting: 'Your message was not sent. It waits in the next new conversation' },
  zh: { waiting: '你的消息没有发出，已放入下一个新对话的输入框' },
});

const KEY = 'unsent-words';
/** Of so many conversations it is kept what was written and not sent. */
const MOST = 20;
/** Under this name those are kept that were written to a conversation that there is not. */
const NONE = '';
const Kept = z.array(KeptWords.extend({ id: z.string() })).catch([]);

/** What was written to conversations and none of their messages holds, kept by the browser until one does. */
export class UnsentWords {
  /** Words that came to no conversation, and wait for the next one. */
  #waiting = '';

  of(id: string): KeptWords | undefined {
    return this.#all().find((one) => one.id === id);
  }

  keep(id: string, words: KeptWords): void {
    const before = this.#all();
    const others = before.filter((one) => one.id !== id);
    const { text, sent: _, ...written } = words;
    const isEmpty = text === '' && Object.values(written).every((one) => one === undefined);
    if (isEmpty && others.length === before.length) return;
    remembered.write(KEY, (isEmpty ? others : [...others, { id, ...words }]).slice(-MOST));
  }

  wait(text: string): void {
    this.#waiting = joined(this.#waiting, text);
  }

  /** What waits for the next conversation, here or since an earlier page. */
  takeWaiting(): string {
    const text = joined(this.of(NONE)?.text ?? '', this.#waiting);
    this.keep(NONE, { text: '' });
    this.#waiting = '';
    return text;
  }

  /** Keeps what waits, and what is being written to a conversation that the runner begins, for the next page. */
  keepWaiting(first: string): void {
    this.wait(first);
    if (this.#waiting !== '') this.keep(NONE, { text: this.takeWaiting() });
  }

  /**
   * Has the words of a message that was not taken wait for the next conversation, where that one was left and is
   * empty: no list names it.
   */
  async findAgain(
    { id, nodes, words }: OpenConversation,
    isLeft: () => boolean,
    begin: () => void,
  ): Promise<void> {
    if (!isLeft() || nodes.length > 0) return;
    // The runner may have written it down, and not come to tell.
    const read = await conversationsApi.read(id);
    if (read.kind === 'ok') words.settle(read.value.nodes);
    if (!isLeft() || words.text === '') return;
    this.wait(words.text);
    words.text = '';
    this.keep(id, words.kept);
    toasts.show('warn', () => tw('waiting'), { text: () => t('action.converse'), run: begin });
  }

  #all(): z.infer<typeof Kept> {
    return Kept.parse(remembered.read(KEY));
  }
}
