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

/** The first of each list, then the second of each, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }).flatMap((_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  );
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
  // A Map keeps the order in which its keys came; whoever had a turn is put at the end.
  readonly #callers = new Map<string, Map<string, Waiter[]>>();

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

  #add({ caller, session }: Asker, waiter: Waiter): void {
    const sessions = this.#callers.get(caller) ?? new Map<string, Waiter[]>();
    sessions.set(session, [...(sessions.get(session) ?? []), waiter]);
    this.#callers.set(caller, sessions);
  }

  #remove({ caller, session }: Asker, waiter: Waiter): void {
    const sessions = this.#callers.get(caller);
    const rest = sessions?.get(session)?.filter((other) => other !== waiter) ?? [];
    if (rest.length > 0) sessions?.set(session, rest);
    else sessions?.delete(session);
    if (sessions?.size === 0) this.#callers.delete(caller);
  }

  #next(): Waiter | undefined {
    for (const [caller, sessions] of this.#callers) {
      for (const [session, [first, ...rest]] of sessions) {
        sessions.delete(session);
        if (rest.length > 0) sessions.set(session, rest);
        this.#callers.delete(caller);
        if (sessions.size > 0) this.#callers.set(caller, sessions);
        return first;
      }
    }
    return undefined;
  }

  #place(): void {
    const lists = [...this.#callers.values()].map((sessions) => inTurns([...sessions.values()]));
    for (const [at, waiter] of inTurns(lists).entries()) waiter.placed(at + 1);
  }
}
