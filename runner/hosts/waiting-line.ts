import { FairQueue, inTurns } from '../../shared/tool/turns.ts';

/** Who asks: callers take turns, and so do the sessions of one caller. */
export interface Asker {
  caller: string;
  session: string;
}

interface Waiter {
  begin(): void;
  /** Hears its place in the line, from 1, and 0 when it is its turn. */
  placed(position: number): void;
}

/** One who waits, once in the line however many calls that are; its sessions take turns. */
interface Caller {
  name: string;
  sessions: FairQueue<Waiter>;
}

/** Tells a place at once, and again each time that it has halved: few words for a long wait. */
function halving(tell: (position: number) => void): (position: number) => void {
  let told = Infinity;
  return (position) => {
    if (position > told / 2) return;
    told = position;
    tell(position);
  };
}

/**
 * Lets so many go on at a time. The rest waits in a line in which callers take turns, so that one who asks 200
 * times costs another one turn and not 200; whoever waits is told its place.
 */
export class WaitingLine {
  readonly #width: number;
  #going = 0;
  readonly #callers = new FairQueue<Caller>();

  constructor(width: number) {
    this.#width = width;
  }

  /** Settles with what gives the turn back, or with `cancelled`. */
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

  /** The turn goes to the next one; nobody else can come in between. */
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
    // At the end of the line, if more of it wait.
    if (caller && caller.sessions.size > 0) this.#callers.add(caller.name, caller);
    return waiter;
  }

  #place(): void {
    const lists = this.#callers.inOrder.map(({ sessions }) => sessions.inOrder);
    for (const [at, waiter] of inTurns(lists).entries()) waiter.placed(at + 1);
  }
}
