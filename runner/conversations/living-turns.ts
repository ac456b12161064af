import type { TurnEvent, TurnGoing } from '../../shared/protocol/conversations/conversations.ts';
import { EVERYWHERE, isTaken, placeAt, type Places } from './turn-places.ts';
import { TurnLog } from './turn-log.ts';

interface Living extends Places {
  stop: AbortController;
  over: Promise<unknown>;
  /** Absent where an agent works, whose run says what it does. */
  turn?: TurnGoing & { log: TurnLog };
}

/** A turn does its work in here: what it tells is kept for whoever watches. */
type Work = (tell: (event: TurnEvent) => void, stop: AbortSignal) => Promise<unknown>;

/** What goes on in conversations at the moment. It is the runner's: nobody has to watch for it to go on. */
export class LivingTurns {
  #living = new Map<string, Set<Living>>();
  #changed: (id: string) => void;

  /** `changed` hears that a conversation goes on no more. */
  constructor(changed: (id: string) => void) {
    this.#changed = changed;
  }

  isGoingOn(id: string): boolean {
    return this.#living.has(id);
  }

  /** The turns of a conversation that can be watched. */
  of(id: string): TurnGoing[] {
    return this.#of(id).flatMap(({ turn }) => {
      if (!turn) return [];
      const { log: _, ...told } = turn;
      return [told];
    });
  }

  /** Whether somebody goes on from a place already. */
  isTaken(id: string, place: string): boolean {
    return this.#of(id).some((one) => isTaken(place, one));
  }

  log(id: string, turn: string): TurnLog | undefined {
    return this.#of(id).find((one) => one.turn?.id === turn)?.turn?.log;
  }

  /** Begins a turn, which holds its place until it is over. `work` never rejects. */
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

  /** Does somebody else's work in a conversation, which then goes on until that is over or is stopped. */
  async during<T>(id: string, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    const over = work(stop.signal);
    const living: Living = { place: EVERYWHERE, stop, over };
    this.#enter(id, living);
    return over.finally(() => this.#leave(id, living));
  }

  /** Stops one turn of a conversation or all, and waits until they are over; false where there is none. */
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
