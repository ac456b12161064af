import type { AuthProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serverFault } from '../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../shared/protocol/mcp/state.ts';
import type { ServerWay } from '../../shared/protocol/mcp/servers.ts';
import { addressFetch, type FetchProcesses } from './address-fetch.ts';
import { SessionOver, type Way } from './connection.ts';
import { grantedAddresses } from './granted/granted-addresses.ts';
import { grantsOf, launchServer, type BoxGround, type StdioWay } from './server-box.ts';
import type { KnownSecrets } from './kept-servers.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import { StdioTransport } from './stdio-transport.ts';
import { tap } from './tap.ts';
import type { WireLog } from './wire-log.ts';

type HttpWay = Extract<ServerWay, { type: 'http' }>;
type Named = StdioWay['env'][number] | HttpWay['headers'][number];

/** What all servers need to be reached. */
export interface Ground {
  /** Undefined if no sandbox is available. */
  box(): Promise<BoxGround | undefined>;
  processes: FetchProcesses;
  /** The workspace's folder, whose records no server may see. */
  workspace: string;
  /** Returns a variable of the runner's environment. */
  variable(name: string): string | undefined;
}

/** What one server needs to be reached. */
export interface ServerGround extends Ground {
  signIn: SignIn;
}

/** A header or variable cannot contain NUL; a header also no line break and no character beyond Latin-1. */
const NO_VARIABLE = /\0/;
const NO_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

const NO_REACH = 'Deno is missing, or this machine allows no sandbox within a sandbox';

/** Returns the values by name, or the name of a missing one. */
export function valuesOf(
  way: ServerWay,
  secrets: KnownSecrets,
  variable: Ground['variable'],
): { values: Record<string, string>; hidden: string[] } | { fault: ServerFault } {
  const isHttp = way.type === 'http';
  const named: readonly Named[] = isHttp ? way.headers : way.env;
  const unsendable = isHttp ? NO_HEADER : NO_VARIABLE;
  const values: [string, string][] = [];
  const hidden: string[] = [];
  for (const { name, from, variable: called = name, value: plain, ...more } of named) {
    const given = { secret: secrets.values.get(name), environment: variable(called), plain }[from];
    // A copied token may end with a line break.
    const value = isHttp ? given?.trim() : given;
    if (value === undefined) {
      const isElsewhere = from === 'secret' && secrets.elsewhere.includes(name);
      return { fault: serverFault(isElsewhere ? 'no-secret:elsewhere' : 'no-secret', { name }) };
    }
    // The error for an invalid value would contain the whole value.
    if (unsendable.test(value)) return { fault: serverFault('no-secret:unsendable', { name }) };
    if (from !== 'plain') hidden.push(value);
    values.push([name, ('prefix' in more ? (more.prefix ?? '') : '') + value]);
  }
  return { values: Object.fromEntries(values), hidden };
}

/** Returns the transport to a server, not yet opened. */
export async function wayTo(
  way: ServerWay,
  secrets: KnownSecrets,
  ground: ServerGround,
  log: WireLog,
): Promise<Way | { fault: ServerFault }> {
  const known = valuesOf(way, secrets, ground.variable);
  if ('fault' in known) return known;
  log.hide(known.hidden);
  if (way.type === 'http') return overHttp(way, known, ground, log);
  const granted = grantedAddresses(way.grants.net);
  if ('wrong' in granted) return { fault: serverFault('no-net', { address: granted.wrong }) };
  const { addresses } = granted;
  const kept = grantsOf(way, ground.workspace);
  if ('fault' in kept) return kept;
  const { folders } = kept;
  const box = await ground.box();
  if (!box) return { fault: serverFault('no-box') };
  if (addresses.length > 0 && box.deno === undefined)
    return { fault: serverFault('no-engine', { why: NO_REACH }) };
  const transport = new StdioTransport(
    (temp) => launchServer(way, { folders, variables: known.values, addresses }, box, temp),
    log,
  );
  return { transport, why: () => transport.fault };
}

async function overHttp(
  { url }: HttpWay,
  { values: headers, hidden }: { values: Record<string, string>; hidden: readonly string[] },
  { processes, signIn }: ServerGround,
  log: WireLog,
): Promise<Way> {
  const sdk = await import('@modelcontextprotocol/client');
  let fault: ServerFault | undefined;
  /** The first cause of the end, whatever follows. */
  let end: ServerFault | undefined;
  const address = new URL(url).origin;
  const send = addressFetch(processes, url, (met, { isAnswer, method }) => {
    fault = met;
    if (!isAnswer || method !== 'POST') return;
    // Otherwise the SDK waits for the rest of a response that never arrives.
    end ??= met;
    void transport.close();
  });
  // The person's own token wins over that of a sign-in.
  const hasToken = Object.keys(headers).some((name) => /^authorization$/i.test(name));
  const isSignedIn = !hasToken && (await signIn.tokens.load(url));
  const hide = () => log.hide([...hidden, ...signIn.steps.secrets]);
  hide();
  const transport: StreamableHTTPClientTransport = new sdk.StreamableHTTPClientTransport(
    new URL(url),
    {
      async fetch(to, init) {
        const answer = await send(to, init);
        if (answer.status === 401 || answer.status === 403)
          signIn.challenged(url, sdk.extractWWWAuthenticateParams(answer));
        fault = statusFault(answer.status, init?.method, address);
        if (fault && answer.status === 404 && new Headers(init?.headers).has('mcp-session-id')) {
          await answer.body?.cancel();
          throw new SessionOver(fault);
        }
        return answer;
      },
      requestInit: { headers },
      ...(isSignedIn ? { authProvider: tokensOf(signIn, sdk, hide) } : {}),
    },
  );
  const flood = (met: ServerFault) => {
    end ??= met;
    void transport.close();
  };
  return { transport: tap(transport, log, flood), why: () => end ?? fault };
}

/** Sends the token of a sign-in, and refreshes it once if it is refused. */
function tokensOf(
  { tokens }: SignIn,
  sdk: typeof import('@modelcontextprotocol/client'),
  hide: () => void,
): AuthProvider {
  let sent: string | undefined;
  return {
    async token() {
      sent = await tokens.token();
      // The new token is hidden before any response could contain it.
      hide();
      return sent;
    },
    async onUnauthorized() {
      if (!(await tokens.renew(sent))) throw new sdk.UnauthorizedError();
    },
  };
}

/** Returns the fault of a failed status. A stream that is not offered (405) is not one. */
function statusFault(
  status: number,
  method: string | undefined,
  address: string,
): ServerFault | undefined {
  if (status < 400 || method !== 'POST') return undefined;
  if (status === 401 || status === 403) return serverFault('sign-in', { address, status });
  // 400 and 404 are also answers of MCP: for another revision, or a session that is over.
  return serverFault('status', { address, status });
}
