import { sha256 } from '../../platform/sha256.ts';

/** A name that every provider accepts. */
const legal = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const LONGEST = 64;

/**
 * The names of a server's tools. A name stays if every provider accepts it and it is free; otherwise it becomes
 * `SERVER__TOOL` with invalid characters replaced. A name is permanent once assigned, so that the person's settings
 * for it stay valid.
 */
export class CallNames {
  readonly #server: string;
  readonly #given: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();
  readonly #beside: ReadonlySet<string>;

  constructor(
    server: string,
    given: readonly (readonly [string, string])[],
    beside: ReadonlySet<string>,
  ) {
    this.#server = server;
    this.#given = new Map(given);
    this.#beside = beside;
  }

  of(name: string): string {
    const made = this.#first(name);
    this.#used.add(made);
    return made;
  }

  #first(name: string): string {
    const given = this.#given.get(name);
    if (given !== undefined && !this.#used.has(given)) return given;
    const isFree = (one: string) =>
      legal.test(one) &&
      one !== '__proto__' &&
      !this.#used.has(one) &&
      ![...this.#given.values()].includes(one) &&
      !this.#beside.has(one);
    if (isFree(name)) return name;
    const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_');
    const long = `${this.#server}__${plain}`.replace(/^(?![A-Za-z_])/, '_');
    if (isFree(long)) return long;
    // Two names may become equal when invalid characters are replaced.
    const mark = `_${sha256(`${this.#server}\n${name}`).slice(0, 8)}`;
    return `${long.slice(0, LONGEST - mark.length)}${mark}`;
  }
}
