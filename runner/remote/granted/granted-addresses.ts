import { ownPid } from '../../platform/process/own-process.ts';
import { denoSealed } from '../../platform/process/programs.ts';
import { runProgram } from '../../platform/process/spawn.ts';

/** An address that a server was granted, and where the box has its stand-in. */
export interface GrantedAddress {
  host: string;
  port: number;
  /** Of the loopback network, which a box has for itself. */
  at: string;
}

const HTTPS = 443;
const NAME =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
/** Whatever ends in a number is an address (WHATWG URL, "ends in a number"). */
const IS_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/;
/** A leading zero would be read as octal by some. */
const LOOPBACK = /^127(?:\.(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}$/;
/** Where the stand-ins of names are, none of which is an address of the person's. */
const STAND_INS = '127.77.0.';

/**
 * `HOST` or `HOST:PORT`, 443 without one, each with its stand-in; or what cannot be granted: another number than one
 * of the machine itself has no name that could stand for it in the box. Each place in the box is listened on once,
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

/** The hosts file of a box: a name that was not granted is none there. */
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
/** Variables that only Deno is to see, which the box unsets. */
const ownVariables = { DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' };

/** The box around a server's own, which has its network. */
const around: readonly string[] = [
  ...['--unshare-user', '--unshare-net', '--die-with-parent', '--dev-bind', '/', '/'],
  // Ports below 1024, and a box in this box.
  ...['--uid', '0', '--gid', '0', '--cap-drop', 'ALL'],
  ...['--cap-add', 'CAP_NET_BIND_SERVICE', '--cap-add', 'CAP_SETFCAP', '--'],
];

/** Whether a box can stand in a box here: some machines forbid it. */
export async function canNest(bwrap: string): Promise<boolean> {
  const inner = ['--unshare-all', '--share-net', '--unshare-user', '--ro-bind', '/', '/', '--'];
  return (await runProgram(bwrap, [...around, bwrap, ...inner, '/bin/true'])) !== undefined;
}

interface Reach {
  deno: string;
  bwrap: string;
  addresses: readonly GrantedAddress[];
  /** A folder of this start for sockets, and one that Deno may write. */
  sockets: string;
  cache: string;
  /** Arguments of bubblewrap for the server's own box. */
  box: readonly string[];
}

/**
 * Starts a box whose only network is stand-ins of its granted addresses. Two processes of Deno pass on what comes:
 * one inside, where nothing else listens and nothing leads out, from the stand-ins to sockets; one outside, which may
 * connect to those addresses alone, and ends with the runner, which nothing else would see to. The server itself needs
 * to know of no proxy.
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
