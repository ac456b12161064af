import { unrun, type Ending, type Preparing } from '../../tool/run/ending.ts';

/** Why a step before a call did not finish: it exceeded its own limit (milliseconds), or it failed. */
export type Unprepared = { late: number } | { broke: string };

export const isUnprepared = (found: object): found is Unprepared =>
  'late' in found || 'broke' in found;

/** The Ending of a call whose preparation did not finish: its program never started. */
export const unprepared = (why: Unprepared, during: Preparing): Ending =>
  'late' in why
    ? unrun({ kind: 'timed-out', afterMs: why.late, during })
    : unrun({ kind: 'unavailable', reason: `The call could not be prepared: ${why.broke}` });
