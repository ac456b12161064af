import type { ExecAnswer, ExecRequest, UiQuestion } from '../../../../shared/tool/run/host.ts';
import type { InitContext } from '../../../../shared/registry/define/tool-define.ts';
import type { CallContext } from '../../../../shared/tool/run/call-context.ts';
import type { Json } from '../../../../shared/tool/json.ts';
import type { ChildMessage, ModuleProblem, SessionEntry } from '../messages.ts';
import type { LoadedTool } from './loaded-tool.ts';

/** The part of Deno that a module's process uses itself. */
export interface DenoPipes {
  /** Answers with how many bytes it read; null at the end. */
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

/** What the one module of this process has and does. */
export interface State {
  tell(message: ChildMessage): void;
  requests: Requests;
  /** The folder in which commands run. */
  cwd: string;
  /** What a module that speaks of zod finds in its host's API. */
  zod?: unknown;
  folder: string;
  /** What tools are told of that are made when they are first wanted. */
  init: InitContext;
  /** The parts of it that they have looked at. */
  uses: Set<string>;
  /** Address of the folder's files, ending in a slash. */
  base: string;
  /** Whether somebody can answer now. */
  hasUi: boolean;
  /** Results of this session, oldest first. */
  entries: SessionEntry[];
  tools: Map<string, LoadedTool>;
  /** What extensions listen to, by the event's name. */
  handlers: Map<string, Handler[]>;
  pending: PendingAction[];
  /** What its author should mend. */
  problems: ModuleProblem[];
  /** The call that goes on, and what its author should know of it. */
  call:
    | {
        id: string;
        signal: AbortSignal;
        warnings: Set<string>;
        context: CallContext;
        /** The rights that it was refused, each once, as JSON. */
        lacked: Set<string>;
      }
    | undefined;
}

/** Where the call that goes on works; between calls, where commands run. */
export const cwdOf = ({ call, cwd }: State): string => call?.context.cwd ?? cwd;

/** The session as the caller names it, else the folder, which has one of its own. */
export const sessionOf = ({ call, folder }: State): string => call?.context.sessionId ?? folder;

/** How the caller names a call; its own id stands in for what was not said. */
export const identityOf = (state: State, { id }: { id: string }) => ({
  sessionId: sessionOf(state),
  messageId: state.call?.context.messageId ?? id,
  callId: state.call?.context.callId ?? id,
});

const killed: ExecAnswer = { stdout: '', stderr: '', code: 0, killed: true };

/** What the module asked of the runner and has no answer to yet. */
export class Requests {
  #tell: (message: ChildMessage) => void;
  #waiting = new Map<string, (answer: unknown) => void>();
  #count = 0;
  #isOpen = false;

  constructor(tell: (message: ChildMessage) => void) {
    this.#tell = tell;
  }

  /** From now on somebody answers. */
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
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  #ask(id: string, message: ChildMessage, signal: AbortSignal | undefined): Promise<unknown> {
    return new Promise((settle) => {
      this.#waiting.set(id, settle);
      // The runner answers what is dropped, too: a command that was stopped says so.
      signal?.addEventListener('abort', () => this.#tell({ type: 'drop', id }), { once: true });
      this.#tell(message);
    });
  }
}
