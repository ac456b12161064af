import type { ServerWay } from '../../shared/protocol/mcp/servers.ts';
import { serverFault } from '../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../shared/protocol/mcp/state.ts';
import { bareBox, limited, passwd } from '../hosts/process/box.ts';
import { places } from '../hosts/process/environment.ts';
import type { Launch } from '../hosts/process/launch.ts';
import { mayBeOpened, realFolder, type TempDirectory } from '../platform/folders.ts';
import { probeBox } from '../platform/isolation.ts';
import { runProgram } from '../platform/spawn.ts';
import {
  canNest,
  hostsFile,
  reachingOnly,
  type GrantedAddress,
} from './granted/granted-addresses.ts';

export type StdioWay = Extract<ServerWay, { type: 'stdio' }>;

/** What boxes of servers are made with, found once. */
export interface BoxGround {
  bwrap: string;
  prlimit?: string | undefined;
  /** What passes connections to granted addresses on; without it none can be granted. */
  deno?: string | undefined;
}

const PRLIMIT = '/usr/bin/prlimit';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Undefined where no box can be had: a server of somebody else's then does not start. */
export async function boxGround({
  bwrap,
  deno,
}: Partial<BoxGround>): Promise<BoxGround | undefined> {
  if (bwrap === undefined || !(await probeBox(bwrap))) return undefined;
  const canLimit = (await runProgram(PRLIMIT, ['--version'])) !== undefined;
  const canReach = deno !== undefined && (await canNest(bwrap));
  return { bwrap, ...(canReach ? { deno } : {}), ...(canLimit ? { prlimit: PRLIMIT } : {}) };
}

/** Variables by which programs load or run something before they begin: they would reach those that make the box. */
const LOADED = /^(?:LD_|GLIBC_|GCONV_PATH$|LOCPATH$|ENV$|BASH_ENV$|BASHOPTS$|SHELLOPTS$|PS4$|IFS$)/;
/**
 * Those by which Deno does, which makes the boxes with addresses, and those that steer where its resolver finds a name
 * that was granted. `NODE_ENV` is only for the server.
 */
const LOADED_BY_DENO =
  /^(?:DENO_|NODE_(?!ENV$)|SSL_|OTEL_|HOSTALIASES$|LOCALDOMAIN$|RES_OPTIONS$|RESOLV_)/;

/** Whom to trust for TLS: the links of `/etc/ssl` lead to the others on Fedora, and on Arch. */
const certificates = ['/etc/ssl', '/etc/pki', '/etc/ca-certificates'].flatMap((path) => [
  ...['--ro-bind-try', path, path],
]);

/** A folder that was granted: under `path` its box has what `real` holds. */
interface GrantedFolder {
  path: string;
  real: string;
  access: 'read' | 'write';
}

/** Without what says nothing, or takes back what stands before it. */
function plainPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return `/${parts.join('/')}`;
}

const lies = (inside: string, folder: string): boolean =>
  inside === folder || inside.startsWith(`${folder}/`);

/**
 * The folders that were granted, or why one of them cannot be. In the workspace and in what the server may write itself
 * nobody but the person puts links for good: one that leads out of there is no folder that was granted.
 */
function grantedFolders(
  { folders }: StdioWay['grants'],
  workspace: string,
): GrantedFolder[] | { fault: ServerFault } {
  const kept = realFolder(workspace) ?? workspace;
  const granted: GrantedFolder[] = [];
  const fault = (command: string, why: string) => ({
    fault: serverFault('not-started', { command, why }),
  });
  for (const { path, access } of folders) {
    const real = realFolder(path);
    if (real === undefined) return fault(path, 'there is no such folder');
    if (!mayBeOpened(real, kept)) return fault(path, 'what lies there is not for servers');
    granted.push({ path: plainPath(path), real, access });
  }
  const loose = [{ path: kept, real: kept }, ...granted.filter(({ access }) => access === 'write')];
  for (const { path, real } of granted) {
    const isLed = loose.some(
      (one) =>
        one.path !== path &&
        lies(path, one.path) &&
        real !== one.real + path.slice(one.path.length),
    );
    if (isLed) return fault(path, `it is a link to "${real}", which was not granted itself`);
  }
  return granted;
}

/** Why a server cannot be kept to its folders and variables here, or its folders. */
export function grantsOf(
  { grants, cwd, env }: StdioWay,
  workspace: string,
): { folders: GrantedFolder[] } | { fault: ServerFault } {
  const folders = grantedFolders(grants, workspace);
  if ('fault' in folders) return folders;
  const isLoaded = (name: string) =>
    LOADED.test(name) || (grants.net.length > 0 && LOADED_BY_DENO.test(name));
  const loaded = env.find(({ name }) => isLoaded(name))?.name;
  if (loaded !== undefined) {
    const why = 'this variable would reach the programs that make its box';
    return { fault: serverFault('not-started', { command: loaded, why }) };
  }
  if (cwd === undefined || grants.folders.some(({ path }) => lies(cwd, path))) return { folders };
  const why = `"${cwd}", where it would start, is in no folder that it was granted`;
  return { fault: serverFault('not-started', { command: cwd, why }) };
}

interface Granted {
  folders: readonly GrantedFolder[];
  variables: Record<string, string>;
  addresses: GrantedAddress[];
}

/**
 * How a server is started: in a box with the system's programs, the folders and addresses that were granted and
 * nothing else of the person. The environment is the variables that were named, and what every box has.
 */
export async function launchServer(
  way: StdioWay,
  { folders, variables, addresses }: Granted,
  { bwrap, prlimit, deno }: BoxGround,
  temp: TempDirectory,
): Promise<Launch> {
  const password = await temp.write('passwd', passwd);
  // The path as it was granted stays its path inside, whatever it leads to.
  const granted = folders.map(({ path, real, access }) => [
    ...[access === 'write' ? '--bind' : '--ro-bind', real, path],
  ]);
  const boxed = (more: readonly string[]): string[] => [
    ...bareBox(password),
    ...granted.flat(),
    ...more,
    ...['--remount-ro', '/', '--chdir', way.cwd ?? places.home, '--'],
    ...limited(prlimit, [way.command, ...way.args]),
  ];
  const env = { ...variables, PATH, HOME: places.home, TMPDIR: places.temp, LANG: 'C.UTF-8' };
  if (deno === undefined || addresses.length === 0)
    return { command: bwrap, args: boxed([]), cwd: '/', env };
  const names = [
    ...[await temp.write('hosts', hostsFile(addresses)), '/etc/hosts'],
    ...['--ro-bind', await temp.write('nsswitch', 'hosts: files\n'), '/etc/nsswitch.conf'],
  ];
  const reaching = reachingOnly({
    ...{ deno, bwrap, addresses },
    sockets: await temp.makeDirectory('sockets'),
    cache: await temp.makeDirectory('deno'),
    // Its network is that of the box around it, which holds the stand-ins alone.
    box: boxed(['--share-net', '--ro-bind', ...names, ...certificates]),
  });
  return { ...reaching, cwd: '/', env: { ...env, ...reaching.env } };
}
