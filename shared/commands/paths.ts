/** The folder that relative paths start from, and the boundary; '' if unknown. */
export interface Place {
  boundary: string;
  /** Absolute paths of further folders that count as inside. */
  allowed?: readonly string[];
  /** The directory that the script changed to: absolute, or relative to the boundary. */
  directory: string;
}

/** Resolves `.` and `..` in a POSIX path without reading the disk. An absolute path stays absolute. */
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

/** Most paths: none of their parts leads out. */
const plain = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;

/**
 * Whether the path is inside the boundary, wherever in the workspace the script runs. An earlier `cd` gives
 * no credit for `..`, because it may have failed. The sandbox handles links.
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
