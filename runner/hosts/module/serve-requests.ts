import type { Services } from '../../../shared/tool/run/host.ts';
import { Turns } from '../../../shared/tool/run/turns.ts';
import type { ChildMessage, ParentMessage } from './messages.ts';

type Request = Extract<ChildMessage, { type: 'exec' | 'ui' | 'drop' }>;

/** The limit of running and asked commands of one module; others wait. */
const WIDTH = 16;
/** The limit of commands, above what any tool needs. */
const MOST = 2000;

/** Answers a module's requests with the services of the running call. */
export function serveRequests(send: (message: ParentMessage) => void) {
  const open = new Map<string, AbortController>();
  const turns = new Turns({ width: WIDTH });

  async function exec(
    message: Extract<Request, { type: 'exec' }>,
    services: Services | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { id, request } = message;
    const refused = (stderr: string) => ({ stdout: '', stderr, code: 127, killed: false });
    const answer =
      services === undefined
        ? refused('Commands run only while a tool is called')
        : open.size > MOST
          ? refused(`More than ${MOST} commands at a time`)
          : await turns.run(async () =>
              signal.aborted
                ? { ...refused(''), code: 0, killed: true }
                : services.exec(request, signal),
            );
    send({ type: 'executed', id, answer });
  }

  async function ui(
    message: Extract<Request, { type: 'ui' }>,
    services: Services | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const value = await services?.ui?.(message.question, signal);
    const { id } = message;
    send(value === undefined ? { type: 'answered', id } : { type: 'answered', id, value });
  }

  return {
    accept(message: Request, services: Services | undefined): void {
      if (message.type === 'drop') return open.get(message.id)?.abort();
      const stop = new AbortController();
      open.set(message.id, stop);
      const work =
        message.type === 'exec'
          ? exec(message, services, stop.signal)
          : ui(message, services, stop.signal);
      void work.finally(() => open.delete(message.id));
    },
    /** Stops all open requests. */
    close(): void {
      for (const stop of open.values()) stop.abort();
    },
  };
}
