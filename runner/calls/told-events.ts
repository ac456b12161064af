import type { RunEvent } from '../../shared/protocol/events.ts';

/** Characters of output that are kept for who comes later; the ending holds all of it. */
const MOST_KEPT = 1_000_000;
/** Characters that an event of its own counts for beside its text: thousands of short ones take their room, too. */
const OF_EVENT = 100;

/** What a run has told so far, for whoever listens from later on. */
export class ToldEvents {
  #kept: RunEvent[] = [];
  #characters = 0;
  #listeners = new Set<(event: RunEvent) => void>();

  readonly tell = (event: RunEvent): void => {
    this.#keep(event);
    for (const listener of [...this.#listeners]) listener(event);
  };

  /** Tells what was told, then what comes, until the run has ended or `gone`. `isOpen` drops questions that were settled. */
  hear(
    tell: (event: RunEvent) => void,
    isOpen: (event: RunEvent) => boolean,
    gone: AbortSignal,
  ): Promise<void> {
    return new Promise((leave) => {
      const listener = (event: RunEvent): void => {
        tell(event);
        if (event.type === 'ended') stop();
      };
      const stop = (): void => {
        this.#listeners.delete(listener);
        leave();
      };
      for (const event of this.#kept) if (isOpen(event)) tell(event);
      this.#listeners.add(listener);
      gone.addEventListener('abort', stop, { once: true });
      if (gone.aborted) stop();
    });
  }

  #keep(event: RunEvent): void {
    const last = this.#kept.at(-1);
    // Steps have an address of their own.
    if (event.type === 'step') return;
    if (event.type === 'output') {
      if (this.#characters > MOST_KEPT) return;
      this.#characters += event.text.length;
      if (last?.type === 'output' && last.stream === event.stream) {
        this.#kept[this.#kept.length - 1] = { ...last, text: last.text + event.text };
        return;
      }
      this.#characters += OF_EVENT;
    }
    // Only the newest state of what is drawn, and of the place in the line, is news to who comes later.
    if (event.type === 'update' || event.type === 'queued')
      this.#kept = this.#kept.filter(({ type }) => type !== event.type);
    this.#kept.push(event);
  }
}
