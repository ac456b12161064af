/** A path as a person writes it, absolute: `~` is the home folder, the rest counts from `cwd`. */
export function expandPath(written: string, { cwd, home }: { cwd: string; home: string }): string {
  if (written === '~') return home;
  if (written.startsWith('~/')) return `${home}/${written.slice(2)}`;
  const path = written.startsWith('/') ? written : `${cwd}/${written}`;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
