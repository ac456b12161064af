import { FairQueue, inTurns } from '../../shared/tool/run/turns.ts';

/** The caller of a job. Callers take turns, and so do the sessions of one caller. */
export interface Asker {
  caller: string;
  session: string;
}

interface Waiter {
  begin(): void;
  /** Called with the position in the queue, from 1, and with 0 at its turn. */
  placed(position: number): void;
}

/** A waiting caller. It is in the queue once, however many calls it makes; its sessions take turns. */
interface Caller {
  name: string;
  sessions: FairQueue<Waiter>;
}

/** Reports a position at once, and again whenever it has halved, to keep long waits quiet. */
function halving(tell: (position: number) => void): (position: number) => void {
  let told = Infinity;
  return (position) => {
    if (position > told / 2) return;
    told = position;
    tell(position);
  };
}

/**
 * Lets a limited number of jobs run. The others wait in a queue in which callers take turns: a caller with
 * 200 calls delays another one by one turn, not by 200. Waiting callers get their position.
 */
export class WaitingLine {
  readonly #width: number;
  #going = 0;
  readonly #callers = new FairQueue<Caller>();

  constructor(width: number) {
    this.#width = width;
  }

  /** Settles with the function that frees the slot, or with `cancelled`. */
  async take(
    asker: Asker,
    tell: (position: number) => void,
    signal: AbortSignal,
  ): Promise<(() => void) | 'cancelled'> {
    if (signal.aborted) return 'cancelled';
    if (this.#going >= this.#width) {
      const isNext = await new Promise<boolean>((settle) => {
        const waiter = { placed: halving(tell), begin: () => settle(true) };
        const leave = () => {
          this.#remove(asker, waiter);
          this.#place();
          settle(false);
        };
        signal.addEventListener('abort', leave, { once: true });
        this.#add(asker, waiter);
        this.#place();
      });
      if (!isNext) return 'cancelled';
    } else this.#going += 1;
    return () => this.#pass();
  }

  /** Passes the slot to the next waiting job; no other can come in between. */
  #pass(): void {
    const next = this.#next();
    if (!next) this.#going -= 1;
    next?.placed(0);
    next?.begin();
    this.#place();
  }

  #add({ caller: name, session }: Asker, waiter: Waiter): void {
    const known = this.#callerOf(name);
    const caller = known ?? { name, sessions: new FairQueue<Waiter>() };
    caller.sessions.add(session, waiter);
    if (!known) this.#callers.add(name, caller);
  }

  #remove({ caller: name }: Asker, waiter: Waiter): void {
    const caller = this.#callerOf(name);
    caller?.sessions.remove(waiter);
    if (caller?.sessions.size === 0) this.#callers.remove(caller);
  }

  #callerOf(name: string): Caller | undefined {
    return this.#callers.inOrder.find((caller) => caller.name === name);
  }

  #next(): Waiter | undefined {
    const caller = this.#callers.take();
    const waiter = caller?.sessions.take();
    // Back to the end of the queue, if more of its calls wait.
    if (caller && caller.sessions.size > 0) this.#callers.add(caller.name, caller);
    return waiter;
  }

  #place(): void {
    const lists = this.#callers.inOrder.map(({ sessions }) => sessions.inOrder);
    for (const [at, waiter] of inTurns(lists).entries()) waiter.placed(at + 1);
  }
}
