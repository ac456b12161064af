import type { ModuleSession } from '../../../shared/protocol/modules/module-session.ts';
import { say } from '../../../shared/returns/said.ts';
import { blockText, type ContentBlock } from '../../../shared/tool/run/content-block.ts';
import type { Outcome, SessionEntry } from './messages.ts';

const MOST_ENTRIES = 500;
const MOST_LINES = 200;
const MOST_LETTERS = 20_000;
const MB = 1024 * 1024;
/** The limits in characters of one result, of all results, of the log, and of the pending actions. */
const MOST_OF_RESULT_MB = 4;
const MOST_OF_RESULTS = 16 * MB;
const MOST_OF_LOG = MB;
const MOST_OF_PENDING = MB;

/** Drops images and long texts, because tools rebuild their state from details. */
const kept = (piece: ContentBlock): ContentBlock => ({
  type: 'text',
  text:
    'data' in piece ? `[${piece.type} ${piece.mimeType}]` : blockText(piece).slice(0, MOST_LETTERS),
});

const TOO_LONG = 'More than 1 MB of text was not kept here; log shorter lines and labels';

/** The newest items that fit together. */
function newest<T>(items: readonly T[], most: number, sizeOf: (item: T) => number): T[] {
  let sum = 0;
  const from = items.findLastIndex((item) => (sum += sizeOf(item)) > most);
  return items.slice(from + 1);
}

/** The session of one folder's module since the runner started; it outlives the module's processes. */
export class Session {
  entries: SessionEntry[] = [];
  pending: { label: string; tool: string }[] = [];
  readonly log: { level: string; text: string }[] = [];
  readonly #sizes = new WeakMap<SessionEntry, number>();

  /** Adds a result, or returns why it is too large. The oldest make room for it. */
  add(tool: string, callId: string, outcome: Outcome): SessionEntry | { refusal: string } {
    const { details, isError } = outcome;
    const content = outcome.content.map(kept);
    const entry = {
      id: crypto.randomUUID(),
      tool,
      callId,
      at: Date.now(),
      outcome: { content, details, isError },
    };
    const size = JSON.stringify(entry).length;
    if (size > MOST_OF_RESULT_MB * MB)
      return { refusal: say('said-result-not-kept', { most: MOST_OF_RESULT_MB }) };
    this.#sizes.set(entry, size);
    const all = [...this.entries, entry].slice(-MOST_ENTRIES);
    this.entries = newest(all, MOST_OF_RESULTS, (one) => this.#sizes.get(one) ?? 0);
    return entry;
  }

  /** Returns a folder's session, which is created at its first use. */
  static of(all: Map<string, Session>, folder: string): Session {
    const session = all.get(folder) ?? new Session();
    all.set(folder, session);
    return session;
  }

  /** Keeps the first `count` results; the others are deleted. */
  keep(count = this.entries.length): SessionEntry[] {
    this.entries = this.entries.slice(0, count);
    return this.entries;
  }

  /** Returns the session for a person. */
  shown(isAwake: boolean): ModuleSession {
    return {
      state: isAwake ? 'awake' : this.entries.length > 0 ? 'asleep' : 'absent',
      entries: this.entries.map(({ id, tool, at, outcome: { content, isError } }) => {
        const texts = content.map(blockText);
        return { id, tool, at, text: texts.join('\n').slice(0, 2000), isError };
      }),
      pending: this.pending,
      log: this.log.slice(-100),
    };
  }

  note(level: string, text: string): void {
    const isTooLong = text.length > MOST_OF_LOG;
    this.log.push(isTooLong ? { level: 'warn', text: TOO_LONG } : { level, text });
    const kept = newest(this.log.slice(-MOST_LINES), MOST_OF_LOG, (line) => line.text.length);
    this.log.splice(0, this.log.length - kept.length);
  }

  propose(actions: Session['pending']): void {
    const size = actions.reduce((sum, { label, tool }) => sum + label.length + tool.length, 0);
    if (size > MOST_OF_PENDING) this.note('warn', TOO_LONG);
    else this.pending = actions;
  }
}
