import type { Registered } from '../../../shared/registry/registry-view.ts';
import { HeldCall, type Run } from './held-call.ts';

/** How long a finished call is kept for its client. */
const KEPT_MS = 5 * 60_000;

/** One caller's held calls. Only the client that got an id knows it. */
export class HeldCalls {
  #calls = new Map<string, HeldCall>();

  begin(one: Registered, tool: string, run: Run): HeldCall {
    const call = new HeldCall(one, tool, run);
    this.#calls.set(call.id, call);
    const later = () => {
      const timer = setTimeout(() => this.drop(call), KEPT_MS);
      if (typeof timer === 'object') timer.unref();
    };
    // The error reaches whoever waits for the call.
    call.ended.then(later, later);
    return call;
  }

  /** Returns the call with this state. */
  find(state: string): HeldCall | undefined {
    const call = this.#calls.get(state.replace(/\.\d+$/, ''));
    return call?.state === state ? call : undefined;
  }

  drop({ id }: HeldCall): void {
    this.#calls.delete(id);
  }

  close(): void {
    for (const call of this.#calls.values()) call.cancel();
    this.#calls.clear();
  }
}
