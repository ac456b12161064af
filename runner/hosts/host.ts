import { paced } from '../platform/paced.ts';
import { WaitingLine } from './waiting-line.ts';
import { unrun, type Ending } from '../../shared/tool/ending.ts';
import { hostFault, unavailable } from '../../shared/returns/host-faults.ts';
import { say } from '../../shared/returns/said.ts';
import type { Host, HostFault, Services, Tell } from '../../shared/tool/host.ts';
import type { Job } from '../../shared/tool/job.ts';

/** Why no job can be performed here, and what to do about it. */
export type Missing = HostFault;

/** What a host is told of one call beside its job. */
export interface Call {
  tell: Tell;
  /** Given when the caller cancels, and when the host closes. */
  signal: AbortSignal;
  services: Services | undefined;
}

export interface Patience {
  ms: number;
  reason: Missing;
  /** Whether it is at the part that takes so long; what is soon over is waited for. */
  isLong(): boolean;
}

/** What differs from host to host. */
export interface Isolation<Ready extends { layers: string[] }> {
  id: string;
  /** Its name in a sentence, such as `Python`. */
  name: string;
  /** Everything before the first job; done once. What it starts ends when `closing` says so. */
  prepare(closing: AbortSignal): Promise<Ready | Missing>;
  /** Performs one job. What it throws becomes a crash that names the host. */
  perform(job: Job, ready: Ready, call: Call): Promise<Ending>;
  /** How many jobs go on at a time, where not all of them may; the rest waits in a line. */
  width?: number;
  /** Ends what stands ready; calls that go on have their signal by then. */
  close?(ready: Ready): Promise<void>;
  /** Where preparing may take minutes: for how long anybody waits, and what is said then. */
  patience?: Patience | undefined;
}

/** A host, and what it prepared, for those who add to it. */
export interface PreparedHost<Ready> extends Host {
  ready(): Promise<Ready | Missing>;
}

const wordsOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);

/**
 * The skeleton of every host: it prepares at the first question, remembers why something is missing, says
 * its layers, performs and closes. Nothing of it rejects: what breaks is an ending, or what is missing.
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

/** Most hosts know by then; a list is not kept waiting for the others. */
const soon = () => new Promise<undefined>((settle) => setTimeout(settle, 1_000));

/** The preparation's outcome, or what is said meanwhile to whoever has waited long enough. */
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
