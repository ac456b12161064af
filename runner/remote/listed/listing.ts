import type { Connection } from '../connection.ts';
import type { KnownTools } from '../known-tools.ts';
import type { WireLog } from '../wire-log.ts';
import { listTools } from './list-tools.ts';

interface Given {
  known: KnownTools;
  log: WireLog;
  /** Returns the names that other tools have. */
  namesBeside(): Promise<ReadonlySet<string>>;
  /** Called when the tools changed. */
  changed(): void;
}

/** Reads one server's lists, one at a time. Failures are in its wire log. */
export class Listing {
  readonly #given: Given;
  #last: Promise<void> = Promise.resolve();

  constructor(given: Given) {
    this.#given = given;
  }

  /**
   * Settles once the tools are known. Never rejects. `isOver` says whether another connection replaced this one.
   */
  read(connection: Connection, isHttp: boolean, isOver: () => boolean): Promise<void> {
    const { log } = this.#given;
    const read = () => this.#read(connection, isHttp, isOver);
    const failed = (error: unknown) => log.state('tools-not-read', String(error).slice(0, 500));
    return (this.#last = this.#last.then(read).catch(failed));
  }

  async #read(
    { client, hello }: Connection,
    isHttp: boolean,
    isOver: () => boolean,
  ): Promise<void> {
    const { known, log, namesBeside, changed } = this.#given;
    const read = await listTools(client, isHttp);
    const beside = await namesBeside();
    if (isOver()) return;
    const unkept = await known.declare(read, hello, beside);
    if (unkept !== undefined) log.state('tools-not-kept', unkept);
    changed();
  }
}
