import type { TurnEvent, TurnGoing } from '../../shared/protocol/conversations/conversations.ts';
import { EVERYWHERE, isTaken, placeAt, type Places } from './turn-places.ts';
import { TurnLog } from './turn-log.ts';

interface Living extends Places {
  stop: AbortController;
  over: Promise<unknown>;
  /** Absent for agents, whose run reports their work. */
  turn?: TurnGoing & { log: TurnLog };
}

/** The work of a turn; `tell` reports events to whoever watches. */
type Work = (tell: (event: TurnEvent) => void, stop: AbortSignal) => Promise<unknown>;

/** The running turns of all conversations. They belong to the runner and continue if nobody watches. */
export class LivingTurns {
  #living = new Map<string, Set<Living>>();
  #changed: (id: string) => void;

  /** `changed` is called when a conversation has no running turn any more. */
  constructor(changed: (id: string) => void) {
    this.#changed = changed;
  }

  isGoingOn(id: string): boolean {
    return this.#living.has(id);
  }

  /** Returns the turns of a conversation that can be watched. */
  of(id: string): TurnGoing[] {
    return this.#of(id).flatMap(({ turn }) => {
      if (!turn) return [];
      const { log: _, ...told } = turn;
      return [told];
    });
  }

  /** Whether a turn already continues from this place. */
  isTaken(id: string, place: string): boolean {
    return this.#of(id).some((one) => isTaken(place, one));
  }

  log(id: string, turn: string): TurnLog | undefined {
    return this.#of(id).find((one) => one.turn?.id === turn)?.turn?.log;
  }

  /** Starts a turn, which reserves its place until its end. `work` must not reject. */
  begin(id: string, about: TurnGoing, place: string, work: Work): TurnLog {
    const log = new TurnLog();
    const stop = new AbortController();
    const living: Living = { place, stop, over: Promise.resolve(), turn: { ...about, log } };
    this.#enter(id, living);
    log.tell({ type: 'begun', turn: about });
    const tell = (event: TurnEvent): void => {
      if (event.type === 'node') living.at = placeAt(event.node, about.model);
      log.tell(event);
    };
    living.over = work(tell, stop.signal).finally(() => {
      this.#leave(id, living);
      log.end();
    });
    return log;
  }

  /** Runs the work of an agent in a conversation, which counts as running until the end or a stop. */
  async during<T>(id: string, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    const over = work(stop.signal);
    const living: Living = { place: EVERYWHERE, stop, over };
    this.#enter(id, living);
    return over.finally(() => this.#leave(id, living));
  }

  /** Stops one turn of a conversation, or all, and waits for the end; false if there is none. */
  async stop(id: string, turn?: string): Promise<boolean> {
    const living = this.#of(id).filter((one) => turn === undefined || one.turn?.id === turn);
    for (const { stop } of living) stop.abort();
    await Promise.allSettled(living.map(({ over }) => over));
    return living.length > 0;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#living.keys()].map((id) => this.stop(id)));
  }

  #of(id: string): Living[] {
    return [...(this.#living.get(id) ?? [])];
  }

  #enter(id: string, living: Living): void {
    const all = this.#living.get(id) ?? new Set();
    all.add(living);
    this.#living.set(id, all);
  }

  #leave(id: string, living: Living): void {
    const all = this.#living.get(id);
    all?.delete(living);
    if (all?.size === 0) this.#living.delete(id);
    this.#changed(id);
  }
}
