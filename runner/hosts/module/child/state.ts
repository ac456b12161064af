import type { ExecAnswer, ExecRequest, UiQuestion } from '../../../../shared/tool/run/host.ts';
import type { InitContext } from '../../../../shared/registry/define/tool-define.ts';
import type { CallContext } from '../../../../shared/tool/run/call-context.ts';
import type { Json } from '../../../../shared/tool/json.ts';
import type { ChildMessage, ModuleProblem, SessionEntry } from '../messages.ts';
import type { LoadedTool } from './loaded-tool.ts';

/** The parts of Deno that a module's process uses itself. */
export interface DenoPipes {
  /** Returns how many bytes it read; null at the end. */
  stdin: { read(into: Uint8Array): Promise<number | null> };
  stdout: { writeSync(bytes: Uint8Array): number };
  stderr: { writeSync(bytes: Uint8Array): number };
}

/** An action that a tool shows before it is done. Source: seed 002, pushPendingAction. */
export interface PendingAction {
  label: string;
  sourceToolName: string;
  apply(reason: string): unknown;
  reject?: ((reason: string) => unknown) | undefined;
}

export type Handler = (event: Record<string, unknown>, context: unknown) => unknown;

/** The state of the process's only module. */
export interface State {
  tell(message: ChildMessage): void;
  requests: Requests;
  /** The working directory of commands. */
  cwd: string;
  /** zod in the host's API, if the module's code mentions it. */
  zod?: unknown;
  folder: string;
  /** The context for tools that are created at their first use. */
  init: InitContext;
  /** The parts of the context that tools have read. */
  uses: Set<string>;
  /** The address of the folder's files, ending in a slash. */
  base: string;
  /** Whether somebody can answer now. */
  hasUi: boolean;
  /** The results of this session, oldest first. */
  entries: SessionEntry[];
  tools: Map<string, LoadedTool>;
  /** The extensions' handlers, by the event's name. */
  handlers: Map<string, Handler[]>;
  pending: PendingAction[];
  /** Problems for the author. */
  problems: ModuleProblem[];
  /** The running call, and what its author should know about it. */
  call:
    | {
        id: string;
        signal: AbortSignal;
        warnings: Set<string>;
        context: CallContext;
        /** The permissions that it was refused, without duplicates, as JSON. */
        lacked: Set<string>;
      }
    | undefined;
}

/** Returns the working directory of the running call; between calls, that of commands. */
export const cwdOf = ({ call, cwd }: State): string => call?.context.cwd ?? cwd;

/** Returns the caller's session; otherwise the folder's own. */
export const sessionOf = ({ call, folder }: State): string => call?.context.sessionId ?? folder;

/** Returns the caller's names for a call; the call's own id replaces missing ones. */
export const identityOf = (state: State, { id }: { id: string }) => ({
  sessionId: sessionOf(state),
  messageId: state.call?.context.messageId ?? id,
  callId: state.call?.context.callId ?? id,
});

const killed: ExecAnswer = { stdout: '', stderr: '', code: 0, killed: true };

/** The module's open requests to the runner. */
export class Requests {
  #tell: (message: ChildMessage) => void;
  #waiting = new Map<string, { settle(answer: unknown): void; fail(why: Error): void }>();
  #count = 0;
  #isOpen = false;

  constructor(tell: (message: ChildMessage) => void) {
    this.#tell = tell;
  }

  /** From now on the runner answers. */
  open(): void {
    this.#isOpen = true;
  }

  exec(request: ExecRequest, signal?: AbortSignal): Promise<ExecAnswer> {
    if (!this.#isOpen) {
      const message = 'No command can be run while a module is loaded; call exec in execute';
      return Promise.reject(new Error(message));
    }
    if (signal?.aborted) return Promise.resolve(killed);
    const id = `x${(this.#count += 1)}`;
    return this.#ask(id, { type: 'exec', id, request }, signal) as Promise<ExecAnswer>;
  }

  async ui(question: UiQuestion, signal?: AbortSignal): Promise<Json | undefined> {
    if (signal?.aborted) return undefined;
    const id = `u${(this.#count += 1)}`;
    const message = { type: 'ui' as const, id, question };
    if (question.kind === 'notify') return void this.#tell(message);
    return (await this.#ask(id, message, signal)) as Json | undefined;
  }

  settle(id: string, answer: unknown): void {
    this.#waiting.get(id)?.settle(answer);
    this.#waiting.delete(id);
  }

  refuse(id: string, why: string): void {
    // Nobody waits for a notice.
    if (!this.#waiting.has(id)) return this.#tell({ type: 'log', level: 'warn', text: why });
    this.#waiting.get(id)?.fail(new Error(why));
    this.#waiting.delete(id);
  }

  #ask(id: string, message: ChildMessage, signal: AbortSignal | undefined): Promise<unknown> {
    return new Promise((settle, fail) => {
      this.#waiting.set(id, { settle, fail });
      // The runner also answers a dropped request: a stopped command reports that.
      signal?.addEventListener('abort', () => this.#tell({ type: 'drop', id }), { once: true });
      this.#tell(message);
    });
  }
}
