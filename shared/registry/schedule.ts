import type { Tool } from './tool.ts';

/** Runs calls: those of tools that are not concurrency-safe one after another, all others at once. */
export class Schedule {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(tool: Pick<Tool, 'isConcurrencySafe'>, work: () => Promise<T>): Promise<T> {
    if (tool.isConcurrencySafe) return work();
    const done = this.#last.then(work);
    // One call that fails must not fail those that wait behind it.
    this.#last = done.catch(() => undefined);
    return done;
  }
}
