import { paced } from '../platform/process/paced.ts';
import { WaitingLine } from './waiting-line.ts';
import { unrun, type Ending } from '../../shared/tool/run/ending.ts';
import { hostFault, unavailable } from '../../shared/returns/host-faults.ts';
import { say } from '../../shared/returns/said.ts';
import type { Host, HostFault, Services, Tell } from '../../shared/tool/run/host.ts';
import type { Job } from '../../shared/tool/run/job.ts';

/** Why no job can run here, and what to do about it. */
export type Missing = HostFault;

/** What a host gets for a call, besides its job. */
export interface Call {
  tell: Tell;
  /** Aborted when the caller cancels and when the host closes. */
  signal: AbortSignal;
  services: Services | undefined;
}

export interface Patience {
  ms: number;
  reason: Missing;
  /** Whether the preparation is in its long step; short steps are waited for. */
  isLong(): boolean;
}

/** The part that differs from host to host. */
export interface Isolation<Ready extends { layers: string[] }> {
  id: string;
  /** The display name, such as `Python`. */
  name: string;
  /** Prepares everything for the first job, once. Whatever it starts ends when `closing` is aborted. */
  prepare(closing: AbortSignal): Promise<Ready | Missing>;
  /** Performs one job. If it throws, the Ending is a crash that names the host. */
  perform(job: Job, ready: Ready, call: Call): Promise<Ending>;
  /** How many jobs run at a time; the others wait in a queue. No limit if absent. */
  width?: number;
  /** Ends whatever is prepared. The signals of running calls are aborted before. */
  close?(ready: Ready): Promise<void>;
  /** For a preparation that may take minutes: how long a call waits for it, and what it is told then. */
  patience?: Patience | undefined;
}

/** A host with its prepared resources, for code that extends it. */
export interface PreparedHost<Ready> extends Host {
  ready(): Promise<Ready | Missing>;
}

const wordsOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);

/**
 * The skeleton of every host: it prepares on first use, remembers what is missing, reports its layers,
 * performs jobs and closes. It never rejects: an error becomes an Ending or a missing part.
 */
export function createHost<Ready extends { layers: string[] }>(
  isolation: Isolation<Ready>,
): PreparedHost<Ready> {
  const { id, name, patience, width = Infinity } = isolation;
  const line = new WaitingLine(width);
  const closing = new AbortController();
  const running = new Set<Promise<Ending>>();
  let preparing: Promise<Ready | Missing> | undefined;
  let known: Ready | Missing | undefined;
  const prepared = () =>
    (preparing ??= isolation
      .prepare(closing.signal)
      .catch((cause) => hostFault('host-unprepared', { name, why: wordsOf(cause) }))
      .then((found) => (known = found)));
  const ready = () => (patience ? inTime(prepared(), patience) : prepared());

  async function perform(job: Job, call: Call): Promise<Ending> {
    try {
      const found = await ready();
      if ('missing' in found) return unrun(unavailable(found));
      const asker = call.services?.asker ?? { caller: '', session: '' };
      const tell = (position: number) => call.tell({ type: 'queued', position });
      const end = await line.take(asker, tell, call.signal);
      if (end === 'cancelled') return unrun({ kind: 'cancelled' });
      return await paced(() => isolation.perform(job, found, call)).finally(end);
    } catch (cause) {
      return unrun({
        kind: 'crashed',
        reason: say('said-host-broke', { name, why: wordsOf(cause) }),
      });
    }
  }

  return {
    id,
    ready,
    missing: async () => faultOf(await ready()),
    absent: async () => faultOf(known ?? (await Promise.race([prepared(), soon()]))),
    async layers() {
      const found = await ready();
      return 'missing' in found ? [] : found.layers;
    },
    perform(job, tell, signal, services) {
      const until = AbortSignal.any([signal, closing.signal]);
      const run = perform(job, { tell, signal: until, services });
      running.add(run);
      return run.finally(() => running.delete(run));
    },
    async close() {
      closing.abort();
      const found = await preparing;
      const ended = found && !('missing' in found) ? isolation.close?.(found) : undefined;
      await Promise.allSettled([ended, ...running]);
    },
  };
}

const faultOf = (found: object | undefined): Missing | undefined =>
  found && 'missing' in found ? (found as Missing) : undefined;

/** Most hosts are ready within this time, so a list does not wait for the slow ones. */
const soon = () => new Promise<undefined>((settle) => setTimeout(settle, 1_000));

/** The outcome of the preparation, or the message for a call that has waited long enough. */
async function inTime<Ready>(
  preparing: Promise<Ready | Missing>,
  { ms, reason, isLong }: Patience,
): Promise<Ready | Missing> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const late = new Promise<Missing>((settle) => {
    timer = setInterval(() => isLong() && settle(reason), ms);
  });
  return Promise.race([preparing, late]).finally(() => clearInterval(timer));
}
