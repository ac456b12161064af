import type { ExecAnswer } from '../../../shared/tool/host.ts';
import type { Json, JsonObject } from '../../../shared/tool/json.ts';
import type { SessionEvent } from '../../../shared/protocol/module-session.ts';
import type { Outcome } from './outcome.ts';

/** A result that the session remembers: what tools rebuild their state from. */
export interface SessionEntry {
  id: string;
  tool: string;
  callId: string;
  /** Milliseconds since 1970. */
  at: number;
  outcome: Pick<Outcome, 'content' | 'details' | 'isError'>;
}

/** What a module's process is told, one line of JSON each; `load` is the first. */
export type ParentMessage =
  | {
      type: 'load';
      /** Stands before each answer, so that what the module prints is told from it. */
      mark: string;
      /** Address of the module. */
      url: string;
      folder: string;
      cwd: string;
      entries: SessionEntry[];
      /** Whether its code speaks of zod, which is loaded for those alone. */
      zod?: boolean;
    }
  | { type: 'call'; call: string; tool: string; arguments: JsonObject; hasUi: boolean }
  | { type: 'event'; call: string; event: SessionEvent; entries?: SessionEntry[] }
  | { type: 'entry'; entry: SessionEntry }
  | { type: 'stop'; call: string }
  | { type: 'executed'; id: string; answer: ExecAnswer }
  | { type: 'answered'; id: string; value?: Json };
