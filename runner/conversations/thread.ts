import type {
  ConversationNode,
  Stopped,
} from '../../shared/protocol/conversations/conversations.ts';

/** Writes a message; false if its conversation does not exist. */
export type Put = (node: ConversationNode) => boolean;

/** The conversation was deleted during a turn. */
export class Gone extends Error {}

/** The messages of one branch during a turn. Each is written before anyone is told of it. */
export class Thread {
  #nodes: ConversationNode[];
  #put: Put;
  #kept: (node: ConversationNode) => void;

  /** `kept` is called with each written message. */
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

  /** The number of answers in the whole branch. */
  get answers(): number {
    return this.#nodes.filter(({ role }) => role === 'answer').length;
  }

  /** Counts answers, and calls that were not refused, since the last message of the user. */
  sinceUser(): { turns: number; calls: number } {
    const from = this.#nodes.findLastIndex(({ role }) => role === 'user');
    const since = this.#nodes.slice(from + 1);
    const outcomes = since.flatMap((node) => (node.role === 'results' ? node.results : []));
    return {
      turns: since.filter(({ role }) => role === 'answer').length,
      calls: outcomes.filter(({ from: whence }) => whence !== 'refused').length,
    };
  }

  /** Returns the place of the next message. */
  place(): { id: string; parent: string | null; at: number } {
    return { id: crypto.randomUUID(), parent: this.last?.id ?? null, at: Date.now() };
  }

  /** Drops an incomplete last answer, so that it is asked again, and the reason of the last stop. */
  reopen(): void {
    if (this.last?.role === 'answer' && !this.last.whole) this.#nodes.pop();
    if (!this.last?.stopped) return;
    const { stopped: _, ...rest } = this.last;
    this.keep(rest);
  }

  /** Records in the last message why the turn stopped. */
  stoppedBy(stopped: Stopped): void {
    if (this.last) this.keep({ ...this.last, stopped });
  }

  keep(node: ConversationNode): void {
    this.write(node);
    if (this.last?.id === node.id) this.#nodes.pop();
    this.#nodes.push(node);
    this.#kept(node);
  }

  /** Writes a partial message without reporting it. */
  write(node: ConversationNode): void {
    if (!this.#put(node)) throw new Gone('it was deleted, or its file was set aside');
  }
}
