import { RunRecord } from '../../../shared/protocol/runs.ts';
import { runsApi, type RunQuery } from '../../api/runs-api.ts';
import { sayFailed, type Failed } from '../../state/actions/failed.ts';
import type { HistoryPlace } from '../../state/places/address.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How far back the history may be asked for, in milliseconds. */
export const spans = {
  hour: 60 * MINUTE,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
} as const;
export type Span = keyof typeof spans;

export const outcomes = RunRecord.shape.outcome.options;
type Outcome = (typeof outcomes)[number];

const known = <Name extends string>(names: readonly Name[], name = ''): Name | undefined =>
  names.find((one) => one === name);

/** What the runner is asked for a place of the history; what nobody knows filters nothing. */
export const queryOf = (place: HistoryPlace, now: number): RunQuery => {
  const { tool, state, text, time } = place;
  const span = known(Object.keys(spans) as Span[], time);
  const outcome = known<Outcome>(outcomes, state);
  // To the minute, so that each page of a list asks for the same.
  const since = span && Math.floor((now - spans[span]) / MINUTE) * MINUTE;
  const success = { succeeded: 'true', unsuccessful: 'false' } as const;
  const said = known(Object.keys(success) as (keyof typeof success)[], state);
  return {
    ...(tool ? { tool } : {}),
    ...(text?.trim() ? { q: text.trim() } : {}),
    ...(said ? { success: success[said] } : {}),
    ...(outcome ? { outcome } : {}),
    ...(since === undefined ? {} : { since: String(since) }),
  };
};

/** The runs that a place of the history names, in pages. */
export class FoundRuns {
  runs = $state.raw<RunRecord[]>([]);
  total = $state(0);
  /** Whether more were found than were counted. */
  isMore = $state(false);
  /** Whether the runner has answered. */
  isThere = $state(false);
  /** Why the runner did not say which runs fit. */
  failed = $state.raw<Failed>();
  /** Continues the list. */
  next = $state<string>();
  /** The folders that have runs. */
  tools = $state.raw<{ id: string; count: number }[]>([]);
  #query: RunQuery = {};
  #place = '';
  #asked = 0;

  /** Shows the runs that fit, and no others; of the same place, those that were shown after them, too. */
  async find(place: HistoryPlace): Promise<void> {
    const id = ++this.#asked;
    const name = JSON.stringify(place);
    const before = name === this.#place ? this.runs : [];
    this.#place = name;
    this.#query = queryOf(place, Date.now());
    const answer = await runsApi.list(this.#query);
    if (id !== this.#asked) return;
    this.failed = answer.kind === 'ok' ? undefined : answer;
    if (answer.kind !== 'ok') {
      // Runs of another place do not fit this one.
      if (before.length === 0) this.#clear();
      return;
    }
    const { runs, total, isMore, next } = answer.value;
    const last = before.findIndex((run) => run.id === runs.at(-1)?.id);
    const older = last === -1 ? [] : before.slice(last + 1);
    this.runs = [...runs, ...older];
    this.total = total;
    this.isMore = isMore === true;
    if (older.length === 0) this.next = next;
    this.isThere = true;
  }

  async more(): Promise<void> {
    const id = ++this.#asked;
    const answer = await runsApi.list(this.#query, this.next);
    if (id !== this.#asked) return;
    if (answer.kind !== 'ok') return sayFailed(answer);
    this.runs = [...this.runs, ...answer.value.runs];
    this.next = answer.value.next;
  }

  async loadTools(): Promise<void> {
    const answer = await runsApi.durations({}, 1);
    if (answer.kind === 'ok') this.tools = answer.value.tools;
  }

  #clear(): void {
    this.runs = [];
    this.total = 0;
    this.isMore = false;
    this.next = undefined;
    this.isThere = false;
  }
}
