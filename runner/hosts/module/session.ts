import type { ModuleSession } from '../../../shared/protocol/modules/module-session.ts';
import { blockText, type ContentBlock } from '../../../shared/tool/run/content-block.ts';
import type { Outcome, SessionEntry } from './messages.ts';

const MOST_ENTRIES = 500;
const MOST_LINES = 200;
const MOST_LETTERS = 20_000;

/** Drops images and long texts, because tools rebuild their state from details. */
const kept = (piece: ContentBlock): ContentBlock => ({
  type: 'text',
  text:
    'data' in piece ? `[${piece.type} ${piece.mimeType}]` : blockText(piece).slice(0, MOST_LETTERS),
});

/** The session of one folder's module since the runner started; it outlives the module's processes. */
export class Session {
  entries: SessionEntry[] = [];
  pending: { label: string; tool: string }[] = [];
  readonly log: { level: string; text: string }[] = [];

  add(tool: string, callId: string, outcome: Outcome): SessionEntry {
    const { details, isError } = outcome;
    const content = outcome.content.map(kept);
    const entry = {
      id: crypto.randomUUID(),
      tool,
      callId,
      at: Date.now(),
      outcome: { content, details, isError },
    };
    this.entries = [...this.entries, entry].slice(-MOST_ENTRIES);
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
    this.log.push({ level, text });
    this.log.splice(0, this.log.length - MOST_LINES);
  }
}
