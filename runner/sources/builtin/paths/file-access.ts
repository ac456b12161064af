import { pathReason } from '../../../../shared/registry/approval/reasons.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import type { Disk } from '../../../platform/disk.ts';
import type { Place } from '../place.ts';
import { runToEnd } from '../run-to-end.ts';
import { isPathContained } from './is-path-contained.ts';

export type Access =
  /** `path` is real: every link on the way is resolved. */
  | { kind: 'inside'; path: string }
  /** Only the person can let a tool go there. */
  | { kind: 'outside'; path: string }
  | { kind: 'refused'; reason: Reason };

const LONGEST_PATH = 4096;
const LONGEST_NAME = 255;

/**
 * Where a path that a caller wrote leads, relative ones from the working directory. What is opened later is
 * compared with this answer again, once it is open. Source: seed 003, `checkFileAccess`.
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

/** Without `.` and doubled slashes. A `..` stays: what it means depends on the links before it. */
function plain(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return `/${parts.join('/')}`;
}

/**
 * The path with every link resolved, whether or not there is something at its end: what is missing is
 * put behind the real path of the deepest folder that is there. Undefined where the links turn in circles.
 */
async function realPath(disk: Disk, path: string): Promise<string | undefined> {
  const missing: string[] = [];
  for (let at = path; ;) {
    try {
      const real = await disk.real(at);
      if (missing.length === 0) return real;
      const whole = `${real === '/' ? '' : real}/${missing.join('/')}`;
      if (!missing.includes('..')) return whole;
      // Steps back out of what is not there may lead to links again.
      return realPath(disk, back(whole));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === 'ELOOP' || code === 'ENAMETOOLONG') return undefined;
      // A link that leads nowhere is there all the same; and Deno may not look outside of its rights.
      const isThere = code === 'ENOENT' && (await looksLike(disk, at)) === 'link';
      if (isThere || (code !== 'ENOENT' && code !== 'ENOTDIR')) return bySystem(path);
    }
    if (at === '/') return undefined;
    missing.unshift(at.slice(at.lastIndexOf('/') + 1));
    at = at.slice(0, at.lastIndexOf('/')) || '/';
  }
}

/** A path without `.` and doubled slashes, each `..` taken as a step back. */
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
