import type { Disk } from '../../platform/disk.ts';
import { runToEnd } from '../run-to-end.ts';

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
};

/**
 * The path with every link resolved, whether or not there is something at its end: what is missing is
 * put behind the real path of the deepest folder that is there. Undefined where the links turn in circles.
 */
export async function realPath(disk: Disk, path: string): Promise<string | undefined> {
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
      const code = codeOf(error);
      if (code === 'ELOOP' || code === 'ENAMETOOLONG') return undefined;
      // A link that leads nowhere is there all the same; and Deno may not look outside of its rights.
      const isThere = code === 'ENOENT' && (await looksLike(disk, at)) === 'link';
      if (isThere || (code !== 'ENOENT' && code !== 'ENOTDIR')) return bySystem(path);
    }
    if (at === '/' || at === '') return undefined;
    missing.unshift(at.slice(at.lastIndexOf('/') + 1));
    at = at.slice(0, at.lastIndexOf('/')) || '/';
  }
}

function back(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
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
