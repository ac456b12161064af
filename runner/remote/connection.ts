import type { Client, Transport } from '@modelcontextprotocol/client';
import { APP_TYPE } from '../../shared/protocol/mcp/content.ts';
import { serverFault } from '../../shared/protocol/mcp/faults.ts';
import type { ServerFault, ServerHello } from '../../shared/protocol/mcp/state.ts';
import { JsonObject } from '../../shared/tool/json.ts';
import type { Asks } from './asks.ts';
import { samplingOf } from './sampling.ts';

/**
 * The time limits in milliseconds for the whole start of a server, and for the question which revision it speaks.
 */
const START_MS = 30_000;
const PROBE_MS = 10_000;
/** Turns the SDK's own time limit off: callers limit the time, and know when a person is asked. */
export const NO_LIMIT_MS = 2 ** 31 - 1;

/** A transport, and why it ended. */
export interface Way {
  transport: Transport;
  /** Returns why it ended or failed, as far as the transport knows. */
  why(): ServerFault | undefined;
}

/** The server dropped the session, so it did not perform the request. */
export class SessionOver extends Error {
  readonly fault: ServerFault;

  constructor(fault: ServerFault) {
    super(fault.message);
    this.fault = fault;
  }
}

export interface Told {
  /** Called when the server's list of tools changed. */
  toolsChanged(): void;
  /** Called with the server's log messages. */
  logged(level: string, text: string): void;
  closed(): void;
}

interface Given {
  /** The name of the client, such as `lathe`, with its version. */
  version: string;
  way: Way;
  asks: Asks;
  /** The real paths of the granted folders. */
  roots: readonly string[];
  samples: boolean;
  told: Told;
  /** Whether the server is known to end at a request of the newer revision. */
  isLegacy?: boolean;
  signal: AbortSignal;
}

export interface Connection {
  client: Client;
  hello: ServerHello;
  close(): Promise<void>;
}

/** Initializes the connection to a server in its revision: 2026-07-28, or 2025-11-25 and before. */
export async function connect(given: Given): Promise<Connection | { fault: ServerFault }> {
  const { way, told, signal, isLegacy } = given;
  const sdk = await import('@modelcontextprotocol/client');
  const client = clientOf(sdk, given);
  client.onclose = () => told.closed();
  client.onerror = () => undefined;
  try {
    await client.connect(way.transport, {
      ...{ timeout: START_MS, maxTotalTimeout: START_MS, signal },
      ...(isLegacy === true ? { prior: { kind: 'legacy' as const } } : {}),
    });
    if (client.getServerCapabilities()?.logging && client.getProtocolEra() === 'legacy')
      await client.setLoggingLevel('info', { timeout: PROBE_MS }).catch(() => undefined);
    return { client, hello: helloOf(client), close: () => closed(client, way.transport) };
  } catch (error) {
    return failed(client, way.why() ?? faultOf(sdk, error));
  }
}

type Sdk = typeof import('@modelcontextprotocol/client');

function clientOf(sdk: Sdk, { version, asks, roots, samples, told }: Given): Client {
  const client = new sdk.Client(
    { name: 'lathe', title: 'Lathe', version },
    {
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_MS } },
      capabilities: {
        elicitation: { form: {}, url: {} },
        ...(roots.length > 0 ? { roots: {} } : {}),
        ...(samples ? { sampling: {} } : {}),
        extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [APP_TYPE] } },
      },
      // A stranger's schema is checked outside the event loop, by code that compiles nothing.
      jsonSchemaValidator: {
        getValidator: () => (data: unknown) => ({
          valid: true,
          data: data as never,
          errorMessage: undefined,
        }),
      },
      listChanged: {
        tools: { autoRefresh: false, debounceMs: 200, onChanged: () => told.toolsChanged() },
      },
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) =>
    asks.elicit(params as Parameters<Asks['elicit']>[0]),
  );
  if (roots.length > 0)
    client.setRequestHandler('roots/list', () => ({
      roots: roots.map((path) => ({ uri: fileAddress(path), name: path })),
    }));
  if (samples)
    client.setRequestHandler('sampling/createMessage', async ({ params }) => {
      const asked = samplingOf(params);
      const answer = asked && (await asks.sample(asked));
      if (answer === undefined)
        throw new sdk.ProtocolError(-1, 'The person did not allow the request');
      if ('why' in answer) throw new sdk.ProtocolError(-1, answer.why);
      const { text, model, stopReason } = answer;
      return { role: 'assistant', content: { type: 'text', text }, model, stopReason };
    });
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const { level, data } = params;
    told.logged(level, typeof data === 'string' ? data : JSON.stringify(data));
  });
  return client;
}

/** Escapes what `encodeURI` leaves as the start of a query or a fragment. */
const fileAddress = (path: string): string =>
  `file://${encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23')}`;

function helloOf(client: Client): ServerHello {
  const said = client.getServerVersion();
  const instructions = client.getInstructions();
  return {
    ...{ name: said?.name ?? '', version: said?.version ?? '' },
    ...(said?.title === undefined ? {} : { title: said.title }),
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    capabilities: JsonObject.safeParse(client.getServerCapabilities()).data ?? {},
    ...(instructions === undefined ? {} : { instructions: instructions.slice(0, 20_000) }),
  };
}

async function failed(client: Client, fault: ServerFault): Promise<{ fault: ServerFault }> {
  client.onclose = undefined;
  await client.close().catch(() => undefined);
  return { fault };
}

/** Ends an HTTP session explicitly, so that the server need not keep it. */
async function closed(client: Client, transport: Transport): Promise<void> {
  client.onclose = undefined;
  const { terminateSession } = transport as { terminateSession?: () => Promise<void> };
  const word = terminateSession?.call(transport).catch(() => undefined);
  const soon = new Promise((settle) => setTimeout(settle, 1000));
  await Promise.race([word, soon]);
  await client.close().catch(() => undefined);
}

/** Converts an error of the SDK to a fault. */
export function faultOf(sdk: Sdk, error: unknown): ServerFault {
  const why = error instanceof Error ? error.message.slice(0, 500) : String(error);
  if (error instanceof sdk.UnauthorizedError)
    return serverFault('sign-in', { address: '', status: 401 });
  if (error instanceof sdk.SdkHttpError) return ofStatus(error.data, why);
  if (error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.RequestTimeout)
    return serverFault('silent:start', { seconds: START_MS / 1000 });
  return serverFault('protocol', { why });
}

function ofStatus(data: unknown, why: string): ServerFault {
  const status = (data as { status?: unknown } | undefined)?.status;
  if (typeof status !== 'number') return serverFault('protocol', { why });
  if (status === 401 || status === 403) return serverFault('sign-in', { address: '', status });
  return serverFault('status', { address: '', status });
}
