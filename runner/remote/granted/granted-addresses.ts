import { ownPid } from '../../platform/process/own-process.ts';
import { denoSealed } from '../../platform/process/programs.ts';
import { runProgram } from '../../platform/process/spawn.ts';

/** A granted address and its stand-in in the sandbox. */
export interface GrantedAddress {
  host: string;
  port: number;
  /** An address of the sandbox's own loopback network. */
  at: string;
}

const HTTPS = 443;
const NAME =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
/** A host that ends in a number is an IP address (WHATWG URL, "ends in a number"). */
const IS_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/;
/** Without leading zeros, which some programs read as octal. */
const LOOPBACK = /^127(?:\.(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}$/;
/** The prefix of the stand-ins, which no address of the user has. */
const STAND_INS = '127.77.0.';

/**
 * Parses `HOST` or `HOST:PORT` (443 by default) and assigns stand-ins; or returns what cannot be granted: an IP
 * address outside this machine has no name that a stand-in could serve. Each stand-in and port occurs once,
 * whatever names were granted for it.
 */
export function grantedAddresses(
  net: readonly string[],
): { addresses: GrantedAddress[] } | { wrong: string } {
  const addresses = new Map<string, GrantedAddress>();
  const hosts: string[] = [];
  for (const text of net) {
    const [, host = '', port = String(HTTPS)] =
      /^([^:]+)(?::(\d{1,5}))?$/.exec(text.toLowerCase()) ?? [];
    const isOwn = LOOPBACK.test(host) && !host.startsWith(STAND_INS);
    const isLoopback = host === 'localhost' || isOwn;
    const isGood = isLoopback || (NAME.test(host) && !IS_NUMBER.test(host));
    if (!isGood || Number(port) < 1 || Number(port) > 65_535) return { wrong: text };
    if (!isLoopback && !hosts.includes(host)) hosts.push(host);
    const standIn = `${STAND_INS}${hosts.indexOf(host) + 1}`;
    const at = isLoopback ? host.replace('localhost', '127.0.0.1') : standIn;
    const place = `${at}:${Number(port)}`;
    if (!addresses.has(place)) addresses.set(place, { host, port: Number(port), at });
  }
  return { addresses: [...addresses.values()] };
}

/** Returns the hosts file of a sandbox, which contains only granted names. */
export const hostsFile = (addresses: readonly GrantedAddress[]): string =>
  [
    '127.0.0.1 localhost',
    ...new Set(
      addresses.flatMap(({ host, at }) =>
        [at, 'localhost'].includes(host) ? [] : `${at} ${host}`,
      ),
    ),
  ].join('\n') + '\n';

const main = decodeURIComponent(new URL('./child/main.ts', import.meta.url).pathname);
/** Variables for Deno only, which the sandbox unsets. */
const ownVariables = { DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' };

/** The arguments of the outer sandbox, whose network the server's own sandbox shares. */
const around: readonly string[] = [
  ...['--unshare-user', '--unshare-net', '--die-with-parent', '--dev-bind', '/', '/'],
  // For ports below 1024, and for a sandbox in this sandbox.
  ...['--uid', '0', '--gid', '0', '--cap-drop', 'ALL'],
  ...['--cap-add', 'CAP_NET_BIND_SERVICE', '--cap-add', 'CAP_SETFCAP', '--'],
];

/** Whether a sandbox can run inside a sandbox here, which some machines forbid. */
export async function canNest(bwrap: string): Promise<boolean> {
  const inner = ['--unshare-all', '--share-net', '--unshare-user', '--ro-bind', '/', '/', '--'];
  return (await runProgram(bwrap, [...around, bwrap, ...inner, '/bin/true'])) !== undefined;
}

interface Reach {
  deno: string;
  bwrap: string;
  addresses: readonly GrantedAddress[];
  /** The folder of this start for sockets, and a folder that Deno may write. */
  sockets: string;
  cache: string;
  /** Bubblewrap's arguments for the server's own sandbox. */
  box: readonly string[];
}

/**
 * Returns the command of a sandbox whose only network is the stand-ins of its granted addresses. Two Deno processes
 * forward connections: one inside, from the stand-ins to sockets, where nothing else listens and nothing leads out;
 * one outside, which may connect only to those addresses, and ends with the runner, since nothing else would end
 * it. The server needs no proxy settings.
 */
export function reachingOnly({ deno, bwrap, addresses, sockets, cache, box }: Reach) {
  const socketOf = (at: number) => `unix:${sockets}/${at}`;
  const outside = addresses.map(({ host, port }, at) => [socketOf(at), `${host}:${port}`]);
  const inside = addresses.map(({ at: place, port }, at) => [`${place}:${port}`, socketOf(at)]);
  const passing = (starter: number, pairs: string[][]): string[] => [
    ...[deno, ...denoSealed],
    `--allow-net=${pairs.flat().join(',')}`,
    ...[`--allow-read=${sockets}`, `--allow-write=${sockets}`, `--allow-run=${bwrap}`],
    ...[main, `${starter}`, ...pairs.flat(), '--'],
  ];
  const env = { ...ownVariables, DENO_DIR: cache };
  const [command = '', ...args] = [
    ...passing(ownPid, outside),
    ...[bwrap, ...around],
    ...passing(0, inside),
    bwrap,
    ...Object.keys(env).flatMap((name) => ['--unsetenv', name]),
    ...box,
  ];
  return { command, args, env };
}
