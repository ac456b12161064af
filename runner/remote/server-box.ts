import type { ServerWay } from '../../shared/protocol/mcp/servers.ts';
import { serverFault } from '../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../shared/protocol/mcp/state.ts';
import { bareBox, limited, passwd } from '../hosts/process/box.ts';
import { places } from '../hosts/process/environment.ts';
import type { Launch } from '../hosts/process/launch.ts';
import { mayBeOpened, realFolder, type TempDirectory } from '../platform/disk/folders.ts';
import { probeBox } from '../platform/process/isolation.ts';
import { runProgram } from '../platform/process/spawn.ts';
import {
  canNest,
  hostsFile,
  reachingOnly,
  type GrantedAddress,
} from './granted/granted-addresses.ts';

export type StdioWay = Extract<ServerWay, { type: 'stdio' }>;

/** The programs for the sandboxes of servers, searched once. */
export interface BoxGround {
  bwrap: string;
  prlimit?: string | undefined;
  /** Deno, which forwards connections to granted addresses; without it none can be granted. */
  deno?: string | undefined;
}

const PRLIMIT = '/usr/bin/prlimit';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Returns undefined if no sandbox is available: then local servers do not start. */
export async function boxGround({
  bwrap,
  deno,
}: Partial<BoxGround>): Promise<BoxGround | undefined> {
  if (bwrap === undefined || !(await probeBox(bwrap))) return undefined;
  const canLimit = (await runProgram(PRLIMIT, ['--version'])) !== undefined;
  const canReach = deno !== undefined && (await canNest(bwrap));
  return { bwrap, ...(canReach ? { deno } : {}), ...(canLimit ? { prlimit: PRLIMIT } : {}) };
}

/**
 * Variables that make programs load or run something at their start: they would affect the programs that create the
 * sandbox.
 */
const LOADED = /^(?:LD_|GLIBC_|GCONV_PATH$|LOCPATH$|ENV$|BASH_ENV$|BASHOPTS$|SHELLOPTS$|PS4$|IFS$)/;
/**
 * The same for Deno, which creates the sandboxes with addresses, and variables that redirect its resolver.
 * `NODE_ENV` only affects the server.
 */
const LOADED_BY_DENO =
  /^(?:DENO_|NODE_(?!ENV$)|SSL_|OTEL_|HOSTALIASES$|LOCALDOMAIN$|RES_OPTIONS$|RESOLV_)/;

/** The certificates for TLS; the links in `/etc/ssl` lead to the other folders on Fedora and Arch. */
const certificates = ['/etc/ssl', '/etc/pki', '/etc/ca-certificates'].flatMap((path) => [
  ...['--ro-bind-try', path, path],
]);

/** A granted folder: the sandbox shows `real` at `path`. */
interface GrantedFolder {
  path: string;
  real: string;
  access: 'read' | 'write';
}

/** Removes parts such as `.`, and resolves `..` textually. */
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
 * Returns the granted folders, or why one cannot be granted. In the workspace and in folders that the server may
 * write, a link may not come from the person, so one that leads out of there is refused.
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

/** Returns the folders, or why the server cannot be confined to its folders and variables. */
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
 * Returns how a server starts: in a sandbox with the system's programs and the granted folders and addresses, and
 * nothing else of the user. The environment has the named variables and those of every sandbox.
 */
export async function launchServer(
  way: StdioWay,
  { folders, variables, addresses }: Granted,
  { bwrap, prlimit, deno }: BoxGround,
  temp: TempDirectory,
): Promise<Launch> {
  const password = await temp.write('passwd', passwd);
  // The granted path is also the path inside, wherever a link leads.
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
    // Shares the network of the outer sandbox, which contains only the stand-ins.
    box: boxed(['--share-net', '--ro-bind', ...names, ...certificates]),
  });
  return { ...reaching, cwd: '/', env: { ...env, ...reaching.env } };
}
