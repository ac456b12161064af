import type { RunEvent } from '../../shared/protocol/events.ts';

/** How many characters of output are kept for late subscribers; the Ending holds all of it. */
const MOST_KEPT = 1_000_000;
/** The fixed cost of an event in characters, so thousands of short events also fill the limit. */
const OF_EVENT = 100;

type Asked = Extract<RunEvent, { type: 'question' | 'approval' }>;

const isAsked = (event: RunEvent): event is Asked =>
  event.type === 'question' || event.type === 'approval';

/** The events of a run so far, for late subscribers. */
export class EventReplay {
  #isOpen: (event: Asked) => boolean;
  #kept: RunEvent[] = [];
  #characters = 0;
  #listeners = new Set<(event: RunEvent) => void>();

  /** `isOpen` says whether a question still waits; nobody needs the others later. */
  constructor(isOpen: (event: Asked) => boolean) {
    this.#isOpen = isOpen;
  }

  readonly tell = (event: RunEvent): void => {
    this.#keep(event);
    for (const listener of [...this.#listeners]) listener(event);
  };

  /** Sends past events, then new ones, until the run ends or `gone` is aborted. */
  hear(tell: (event: RunEvent) => void, gone: AbortSignal): Promise<void> {
    return new Promise((leave) => {
      const listener = (event: RunEvent): void => {
        tell(event);
        if (event.type === 'ended') stop();
      };
      const stop = (): void => {
        this.#listeners.delete(listener);
        leave();
      };
      this.#forgetSettled();
      for (const event of this.#kept) tell(event);
      this.#listeners.add(listener);
      gone.addEventListener('abort', stop, { once: true });
      if (gone.aborted) stop();
    });
  }

  #keep(event: RunEvent): void {
    const last = this.#kept.at(-1);
    // Steps have their own route.
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
    // Of updates and queue positions, late subscribers need only the newest.
    if (event.type === 'update' || event.type === 'queued')
      this.#kept = this.#kept.filter(({ type }) => type !== event.type);
    if (isAsked(event)) this.#forgetSettled();
    this.#kept.push(event);
  }

  #forgetSettled(): void {
    this.#kept = this.#kept.filter((event) => !isAsked(event) || this.#isOpen(event));
  }
}
