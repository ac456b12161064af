import type {
  ConversationNode,
  Stopped,
} from '../../shared/protocol/conversations/conversations.ts';

/** Writes a message down; false where its conversation is no longer kept. */
export type Put = (node: ConversationNode) => boolean;

/** A conversation is gone that should have gone on. */
export class Gone extends Error {}

/** The messages of one branch, which grows. Each is kept before anybody hears of it. */
export class Thread {
  #nodes: ConversationNode[];
  #put: Put;
  #kept: (node: ConversationNode) => void;

  /** `kept` hears of what was written down. */
  constructor(path: readonly ConversationNode[], put: Put, kept: (node: ConversationNode) => void) {
    this.#nodes = [...path];
    this.#put = put;
    this.#kept = kept;
  }

  get nodes(): readonly ConversationNode[] {
    return this.#nodes;
  }

  get last(): ConversationNode | undefined {
    return this.#nodes.at(-1);
  }

  /** Answers in the whole branch. */
  get answers(): number {
    return this.#nodes.filter(({ role }) => role === 'answer').length;
  }

  /** Answers, and calls that were not refused, since the person said something. */
  sinceUser(): { turns: number; calls: number } {
    const from = this.#nodes.findLastIndex(({ role }) => role === 'user');
    const since = this.#nodes.slice(from + 1);
    const outcomes = since.flatMap((node) => (node.role === 'results' ? node.results : []));
    return {
      turns: since.filter(({ role }) => role === 'answer').length,
      calls: outcomes.filter(({ from: whence }) => whence !== 'refused').length,
    };
  }

  /** Where the next message stands. */
  place(): { id: string; parent: string | null; at: number } {
    return { id: crypto.randomUUID(), parent: this.last?.id ?? null, at: Date.now() };
  }

  /** An answer that was cut off is given anew; what was said of the end no longer holds. */
  reopen(): void {
    if (this.last?.role === 'answer' && !this.last.whole) this.#nodes.pop();
    if (!this.last?.stopped) return;
    const { stopped: _, ...rest } = this.last;
    this.keep(rest);
  }

  /** Writes down why nobody goes on, where that is. */
  stoppedBy(stopped: Stopped): void {
    if (this.last) this.keep({ ...this.last, stopped });
  }

  keep(node: ConversationNode): void {
    this.write(node);
    if (this.last?.id === node.id) this.#nodes.pop();
    this.#nodes.push(node);
    this.#kept(node);
  }

  /** Writes down what there is of a message so far; nobody hears of it. */
  write(node: ConversationNode): void {
    if (!this.#put(node)) throw new Gone('it was deleted, or its file was set aside');
  }
}
