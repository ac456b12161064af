/** Nothing there, nothing below a file, and a link or a socket where a file was to be opened. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'];

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ABSENT.includes(String(error.code));

/** What `work` gives; undefined where there is nothing of the kind at the path that it is about. */
export function orAbsent<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
