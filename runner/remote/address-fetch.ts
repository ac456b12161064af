import { z } from 'zod';
import { serverFault } from '../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../shared/protocol/mcp/state.ts';
import type { AddressProcess } from '../hosts/address/address-process.ts';
import { AddressProcesses, type ProcessOptions } from '../hosts/address/address-processes.ts';
import { MOST_DEPTH } from './bytes/body-depth.ts';
import { Coming } from './coming.ts';
import { MOST_MESSAGE } from './stdio-transport.ts';

const Heard = z.discriminatedUnion('type', [
  z.object({
    ...{ type: z.literal('answer'), id: z.string(), text: z.string(), isEnd: z.boolean() },
    head: z
      .object({
        status: z.int().min(200).max(599),
        headers: z.array(z.tuple([z.string(), z.string()])),
      })
      .optional(),
  }),
  z.object({
    ...{ type: z.literal('failed'), id: z.string(), detail: z.string() },
    kind: z.enum(['redirect', 'unreachable', 'too-large']),
  }),
]);
type Heard = z.infer<typeof Heard>;
interface Asked {
  type: 'fetch';
  id: string;
  url: string;
  method: string;
  headers: [string, string][];
  body?: string;
  most: number;
}

export type FetchProcesses = AddressProcesses<Asked, Heard>;
type Said = Parameters<Parameters<AddressProcess<Asked, Heard>['ask']>[1]>[0];

const FOLDER = decodeURIComponent(new URL('./child', import.meta.url).pathname);

/** Opens the processes that make requests, one for each address; nothing else opens connections. */
export const openFetchProcesses = (options: ProcessOptions): FetchProcesses =>
  new AddressProcesses(options, {
    ...{ name: 'Servers elsewhere', folder: FOLDER, main: 'main.ts' },
    speech: {
      read: (message) => Heard.parse(message),
      isLast: (heard) => heard.type === 'failed' || heard.isEnd,
    },
  });

/** A request that failed, with its fault. */
export class AddressError extends Error {
  readonly fault: ServerFault;
  constructor(fault: ServerFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Source: Deno 2.9's messages for failed connections. */
function unreachable(detail: string, address: string): ServerFault {
  const why = detail.replace(/^.*?client error \(\w+\): /s, '').slice(0, 300);
  if (/certificate|tls|UnknownIssuer|handshake|corrupt message/i.test(detail))
    return serverFault('unreachable:tls', { address, why });
  if (/dns|lookup|resolve/i.test(detail)) return serverFault('unreachable:name', { address });
  if (/refused/i.test(detail)) return serverFault('unreachable:refused', { address });
  return serverFault('unreachable:lost', { address, why });
}

const hostOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;

/**
 * Returns a `fetch` for one address, made by a process that can reach no other; other addresses are refused.
 * Follows no redirects. `failed` is called with the fault if a request, or the rest of its response, fails.
 */
export function addressFetch(
  processes: FetchProcesses,
  address: string,
  failed: (fault: ServerFault, where: { isAnswer: boolean; method: string }) => void,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  const allowed = new URL(address);
  return async (url, init = {}) => {
    const wanted = new URL(url);
    if (wanted.origin !== allowed.origin)
      throw new AddressError(serverFault('unreachable:redirect', { address }));
    const message: Asked = {
      ...{ type: 'fetch', id: crypto.randomUUID(), url: wanted.href, most: MOST_MESSAGE },
      ...{ method: init.method ?? 'GET', headers: [...new Headers(init.headers)] },
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
    };
    return new Promise((answer, fail) => {
      const over = (fault: ServerFault, isAnswer = false) => {
        failed(fault, { isAnswer, method: message.method });
        fail(new AddressError(fault));
      };
      const lent = processes.use(hostOf(wanted), (process) =>
        carry(process, message, {
          ...{ signal: init.signal ?? undefined, address },
          ...{ answer, fail: over, takenBack: fail },
        }),
      );
      lent.then(
        (done) => done && over(serverFault('no-engine', { why: done.missing })),
        (error: unknown) => fail(error as Error),
      );
    });
  };
}

interface Carried {
  signal: AbortSignal | undefined;
  address: string;
  answer(response: Response): void;
  /** `isAnswer`: the head of the response had arrived. */
  fail(fault: ServerFault, isAnswer?: boolean): void;
  takenBack(why: Error): void;
}

/** Makes one request, until the end of the response's body. */
function carry(
  process: AddressProcess<Asked, Heard>,
  message: Asked,
  { signal, answer, fail, takenBack, address }: Carried,
): Promise<void> {
  return new Promise((settle) => {
    const coming = new Coming(answer);
    const done = () => {
      signal?.removeEventListener('abort', stopped);
      settle();
    };
    const broken = (fault: ServerFault) => {
      fail(fault, coming.hasBegun);
      coming.break(new AddressError(fault));
      done();
    };
    const take = (said: Said): void => {
      if (said.type === 'died')
        return broken(serverFault('unreachable:lost', { address, why: said.reason }));
      if (said.type === 'failed') return broken(faultOf(said, address));
      if (coming.take(said)) return said.isEnd ? done() : undefined;
      takeBack();
      broken(serverFault('not-json:deep', { limit: MOST_DEPTH }));
    };
    const takeBack = process.ask(message, take);
    const stopped = () => {
      takeBack();
      const why = new DOMException('The request was taken back', 'AbortError');
      takenBack(why);
      coming.break(why);
      done();
    };
    coming.cancelled = stopped;
    signal?.addEventListener('abort', stopped, { once: true });
    if (signal?.aborted) stopped();
  });
}

function faultOf(
  { kind, detail }: Extract<Heard, { type: 'failed' }>,
  address: string,
): ServerFault {
  if (kind === 'too-large') return serverFault('too-large', { limit: MOST_MESSAGE / 1024 / 1024 });
  if (kind === 'redirect') return serverFault('unreachable:redirect', { address });
  return unreachable(detail, address);
}
