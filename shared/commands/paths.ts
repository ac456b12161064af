/** Where a relative path starts from, and what it must not leave; both absolute, or '' for unnamed. */
export interface Place {
  boundary: string;
  /** Further folders that count as inside, absolute. */
  allowed?: readonly string[];
  /** The directory a script has changed to, relative to the boundary, or an absolute one. */
  directory: string;
}

/** Resolves `.` and `..` in a POSIX path by its text; an absolute path stays absolute. */
export const normalise = (path: string): string => {
  const absolute = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!absolute) parts.push('..');
  }
  return (absolute ? '/' : '') + parts.join('/');
};

const harmless = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr', '/dev/fd/0']);

/** Most paths: no part of them can lead out. */
const plain = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;

/**
 * Whether a path's text stays inside the boundary, wherever in the workspace the script stands.
 * A `..` is never credited with an earlier `cd`, which may have failed. Links are the box's to stop.
 */
export const isInside = (path: string, place: Place): boolean => {
  if (plain.test(path)) return !place.directory.startsWith('/');
  if (harmless.has(path)) return true;
  if (path.includes('\0') || path.startsWith('~')) return false;
  // Older shells let `.*` match the parent directory.
  if (path.split('/').some((part) => /^\.\.?[*?[]/.test(part))) return false;
  if (path.startsWith('/')) {
    const full = normalise(path);
    return [place.boundary, ...(place.allowed ?? [])]
      .filter((folder) => folder !== '')
      .map(normalise)
      .some((folder) => full === folder || full.startsWith(`${folder}/`));
  }
  if (place.directory.startsWith('/')) return false;
  return !normalise(path).startsWith('..');
};
