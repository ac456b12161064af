import type { OpenConversation } from '../conversation.svelte.ts';

/** What is written to a conversation before the runner has begun it. */
export class FirstWords {
  text = $state('');
  /** They were sent. */
  areSent = $state(false);

  constructor(text = '') {
    this.text = text;
  }

  /** They stand elsewhere from now on. */
  take(): string {
    const { text } = this;
    this.text = '';
    this.areSent = false;
    return text;
  }

  /** Puts them into the composer of the conversation, and sends them where the person did. */
  async giveTo(talk: OpenConversation): Promise<void> {
    const { areSent } = this;
    const text = this.take();
    if (text === '') return;
    if (areSent) await talk.send(text);
    else talk.words.text = text;
  }
}
