import { pathReason } from '../../../../shared/registry/approval/reasons.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import type { Disk } from '../../../platform/disk/disk.ts';
import type { Place } from '../place.ts';
import { runToEnd } from '../run-to-end.ts';
import { isPathContained } from './is-path-contained.ts';

export type Access =
  /** A real path, with all links resolved. */
  | { kind: 'inside'; path: string }
  /** Only the person can allow this path. */
  | { kind: 'outside'; path: string }
  | { kind: 'refused'; reason: Reason };

const LONGEST_PATH = 4096;
const LONGEST_NAME = 255;

/**
 * Resolves a caller's path, relative to the working directory, and decides who may open it. The file is compared
 * with this result again after it is opened. Source: seed 003, `checkFileAccess`.
 */
export async function fileAccess(
  written: string,
  place: Pick<Place, 'disk' | 'boundary' | 'directory' | 'allowed' | 'closed'>,
): Promise<Access> {
  const fault = faultOf(written);
  if (fault !== undefined) return { kind: 'refused', reason: fault };
  const absolute = written.startsWith('/') ? written : `${place.directory}/${written}`;
  const path = await realPath(place.disk, plain(absolute));
  if (path === undefined) {
    return { kind: 'refused', reason: pathReason('path-leads-nowhere', { path: written }) };
  }
  const closed = place.closed.find((folder) => isPathContained(folder, path));
  if (closed !== undefined) {
    return { kind: 'refused', reason: pathReason('path-is-closed', { path, folder: closed }) };
  }
  const inside = [place.boundary, ...place.allowed].some((one) => isPathContained(one, path));
  return { kind: inside ? 'inside' : 'outside', path };
}

function faultOf(written: string): Reason | undefined {
  if (written.includes('\0')) return pathReason('path-holds-nul');
  if (new TextEncoder().encode(written).length >= LONGEST_PATH) {
    return pathReason('path-too-long', { length: written.length, most: LONGEST_PATH });
  }
  const long = written
    .split('/')
    .find((part) => new TextEncoder().encode(part).length > LONGEST_NAME);
  if (long === undefined) return undefined;
  return pathReason('name-too-long', { name: long.slice(0, 40), most: LONGEST_NAME });
}

/** Removes `.` and duplicate slashes. Keeps `..`, whose meaning depends on links before it. */
function plain(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return `/${parts.join('/')}`;
}

/**
 * Resolves all links, whether or not the path exists: missing parts follow the real path of the deepest existing
 * folder. Undefined for a cycle of links.
 */
async function realPath(disk: Disk, path: string): Promise<string | undefined> {
  const missing: string[] = [];
  for (let at = path; ;) {
    try {
      const real = await disk.real(at);
      if (missing.length === 0) return real;
      const whole = `${real === '/' ? '' : real}/${missing.join('/')}`;
      if (!missing.includes('..')) return whole;
      // Steps back from a missing folder may lead to links again.
      return realPath(disk, back(whole));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === 'ELOOP' || code === 'ENAMETOOLONG') return undefined;
      // A broken link exists, too, and Deno may not look outside its permissions.
      const isThere = code === 'ENOENT' && (await looksLike(disk, at)) === 'link';
      if (isThere || (code !== 'ENOENT' && code !== 'ENOTDIR')) return bySystem(path);
    }
    if (at === '/') return undefined;
    missing.unshift(at.slice(at.lastIndexOf('/') + 1));
    at = at.slice(0, at.lastIndexOf('/')) || '/';
  }
}

/** Removes `.` and duplicate slashes, and resolves `..` textually. */
function back(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/').slice(1)) {
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

async function looksLike(disk: Disk, path: string): Promise<string | undefined> {
  try {
    return (await disk.look(path))?.kind;
  } catch {
    return 'link';
  }
}

async function bySystem(path: string): Promise<string | undefined> {
  const said = await runToEnd('realpath', ['-mz', '--', path], { timeoutMs: 10_000 });
  const [real] = said.text.split('\0');
  return said.code === 0 && real?.startsWith('/') ? real : undefined;
}
