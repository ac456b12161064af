import { unrun, type Ending, type Preparing } from '../tool/ending.ts';

/** What was to be done before a call was not: it met a limit of its own (milliseconds), or broke. */
export type Unprepared = { late: number } | { broke: string };

export const isUnprepared = (found: object): found is Unprepared =>
  'late' in found || 'broke' in found;

/** The ending of a call that was not prepared: its program never started. */
export const unprepared = (why: Unprepared, during: Preparing): Ending =>
  'late' in why
    ? unrun({ kind: 'timed-out', afterMs: why.late, during })
    : unrun({ kind: 'unavailable', reason: `The call could not be prepared: ${why.broke}` });
