import type { Services } from '../../../shared/tool/run/host.ts';
import { Turns } from '../../../shared/tool/run/turns.ts';
import { RequestLimits } from './request-limits.ts';
import type { ChildMessage, ParentMessage } from './messages.ts';

type Request = Extract<ChildMessage, { type: 'exec' | 'ui' | 'drop' }>;

/** The limit of running and asked commands of one module; others wait. */
const WIDTH = 16;
/** How long the end of a call waits for what it stops, in milliseconds; a killed command takes less. */
const STOPPING_MS = 3000;

const refused = (stderr: string) => ({ stdout: '', stderr, code: 127, killed: false });

const refusedAnswer = ({ type, id }: Request, refusal: string): ParentMessage =>
  type === 'exec'
    ? { type: 'executed', id, answer: refused(refusal) }
    : { type: 'answered', id, refusal };

/** Answers a module's requests with the services of the running call. */
export function serveRequests(send: (message: ParentMessage) => void) {
  const open = new Map<string, AbortController>();
  const working = new Set<Promise<void>>();
  const turns = new Turns({ width: WIDTH });
  /** Aborted at the end of the running call. */
  let over = new AbortController();
  const limits = new RequestLimits();

  async function exec(
    message: Extract<Request, { type: 'exec' }>,
    services: Services | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { id, request } = message;
    const answer =
      services === undefined
        ? refused('Commands run only while a tool is called')
        : await turns.run(async () =>
            signal.aborted
              ? { ...refused(''), code: 0, killed: true }
              : services.exec(request, signal),
          );
    send({ type: 'executed', id, answer });
  }

  /** Stops all open requests. */
  function close(): void {
    over.abort();
    over = new AbortController();
  }

  return {
    /** `size` is that of the message in characters. */
    accept(message: Request, size: number, services: Services | undefined): void {
      if (message.type === 'drop') return open.get(message.id)?.abort();
      const refusal = limits.add(message.type, size);
      if (refusal !== undefined) return send(refusedAnswer(message, refusal));
      const stop = new AbortController();
      const signal = AbortSignal.any([stop.signal, over.signal]);
      open.set(message.id, stop);
      const work = (
        message.type === 'exec'
          ? exec(message, services, signal)
          : ask(message, services, signal).then(send)
      ).finally(() => {
        open.delete(message.id);
        limits.remove(size);
        working.delete(work);
      });
      working.add(work);
    },
    close,
    /** Ends a call: what it asked for and did not wait for is stopped, and never starts. */
    async end(): Promise<void> {
      close();
      limits.endCall();
      if (working.size > 0) await inTime(Promise.allSettled(working), STOPPING_MS);
    },
  };
}

async function ask(
  { id, question }: Extract<Request, { type: 'ui' }>,
  services: Services | undefined,
  signal: AbortSignal,
): Promise<ParentMessage> {
  const value = await services?.ui?.(question, signal);
  return value === undefined ? { type: 'answered', id } : { type: 'answered', id, value };
}

/** Waits for the work, at most this long. */
async function inTime(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((settle) => (timer = setTimeout(settle, ms)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}
