/** Waiters in turns: one of each key after the other, so that a flood of one key delays only itself. */
export interface FairQueue<T> {
  size(): number;
  add(key: string, waiter: T): void;
  remove(waiter: T): void;
  take(): T | undefined;
}

export function createFairQueue<T>(): FairQueue<T> {
  // A Map keeps the order in which its keys came; a key that had its turn is put at the end.
  const turns = new Map<string, T[]>();
  return {
    size: () => [...turns.values()].reduce((total, waiters) => total + waiters.length, 0),
    add(key, waiter) {
      const waiters = turns.get(key);
      if (waiters === undefined) turns.set(key, [waiter]);
      else waiters.push(waiter);
    },
    remove(waiter) {
      for (const [key, waiters] of turns) {
        const rest = waiters.filter((other) => other !== waiter);
        if (rest.length === 0) turns.delete(key);
        else turns.set(key, rest);
      }
    },
    take() {
      for (const [key, [first, ...rest]] of turns) {
        turns.delete(key);
        if (rest.length > 0) turns.set(key, rest);
        return first;
      }
      return undefined;
    },
  };
}
