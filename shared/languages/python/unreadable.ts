import type { Scan } from './token.ts';

/** Thrown inside the scanner alone, where a string or a bracket never ends. */
export class Unreadable extends Error {
  readonly fault: NonNullable<Scan['fault']>;

  constructor(at: number, what: NonNullable<Scan['fault']>['what']) {
    super(what);
    this.fault = { at, what };
  }
}
