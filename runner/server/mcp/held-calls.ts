import type { Registered } from '../../../shared/registry/registry-view.ts';
import { HeldCall, type Run } from './held-call.ts';

/** How long a call that is over waits for whoever asks how it ended. */
const KEPT_MS = 5 * 60_000;

/** The calls of one caller that wait for it. An id is known to whoever was told it, and to nobody else. */
export class HeldCalls {
  #calls = new Map<string, HeldCall>();

  begin(one: Registered, tool: string, run: Run): HeldCall {
    const call = new HeldCall(one, tool, run);
    this.#calls.set(call.id, call);
    const later = () => {
      const timer = setTimeout(() => this.drop(call), KEPT_MS);
      if (typeof timer === 'object') timer.unref();
    };
    // Whoever waits for it hears why it broke.
    call.ended.then(later, later);
    return call;
  }

  /** The call that stands at this state. */
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
