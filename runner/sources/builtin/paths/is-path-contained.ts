interface Absolute {
  root: string;
  parts: string[];
  caseless: boolean;
}

/**
 * Splits a path into its root (`/`, a drive or a share) and its parts without `.` and `..`; undefined for a
 * relative path.
 */
function read(path: string): Absolute | undefined {
  const windows = /^(?:[a-z]:[\\/]|\\\\|\/\/[^/])/i.test(path);
  const unified = windows ? path.replaceAll('\\', '/') : path;
  const root = windows
    ? (/^(?:[a-z]:|\/\/[^/]+\/[^/]+)/i.exec(unified)?.[0] ?? '//')
    : unified.startsWith('/')
      ? '/'
      : undefined;
  if (root === undefined) return undefined;
  const parts: string[] = [];
  for (const part of unified.slice(root.length).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return { root, parts, caseless: windows };
}

/**
 * Whether a path is the boundary or inside it, compared part by part, so that `/srv/app2` is not inside `/srv/app`.
 * Compares texts only: links must be resolved before, in both.
 */
export function isPathContained(
  boundary: string,
  target: string,
  { caseless = false }: { caseless?: boolean } = {},
): boolean {
  const [outer, inner] = [read(boundary), read(target)];
  if (!outer || !inner || boundary.includes('\0') || target.includes('\0')) return false;
  const fold = caseless || outer.caseless;
  const same = (one: string, other: string | undefined) =>
    fold ? one.toLowerCase() === other?.toLowerCase() : one === other;
  return (
    same(outer.root, inner.root) && outer.parts.every((part, at) => same(part, inner.parts[at]))
  );
}
