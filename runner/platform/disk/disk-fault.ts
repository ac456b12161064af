/** Why data could not be stored. */
export interface DiskFault {
  code: 'disk-full' | 'read-only' | 'unwritable';
  /** One English sentence, without a full stop. */
  reason: string;
  /** The system's name of the error, such as `EIO`. */
  why: string;
}

/** A file that exists but could not be read, so that a change would lose what it holds. */
export class UnreadFile extends Error {
  /** The system's name of the error, such as `EIO`, or its message. */
  readonly why: string;

  constructor(
    readonly path: string,
    cause: unknown,
  ) {
    const why = String(cause instanceof Error && 'code' in cause ? cause.code : cause);
    super(`"${path}" could not be read (${why})`, { cause });
    this.why = why;
  }
}

const byCode: Record<string, DiskFault['code']> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  SQLITE_FULL: 'disk-full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  SQLITE_READONLY: 'read-only',
};
const others = /^(?:EIO|EISDIR|ENOTDIR|ENOTEMPTY|EEXIST|EMFILE|ENFILE|EXDEV|ELOOP|ENAMETOOLONG)$/;

/** SQLite's drivers report the same causes; `node:sqlite` only in its message. */
const inSqlite: [RegExp, DiskFault['code']][] = [
  [/database or disk is full/i, 'disk-full'],
  [/readonly database|unable to open (?:database|connection)/i, 'read-only'],
  [/disk I\/O error/i, 'unwritable'],
];

const reasons: Record<DiskFault['code'], string> = {
  'disk-full': 'The disk is full',
  'read-only': 'The workspace cannot be written',
  unwritable: 'The disk refused to keep it',
};

/** Returns the fault of the disk that an error reports; undefined for any other error. */
export function diskFault(error: unknown): DiskFault | undefined {
  if (!(error instanceof Error)) return undefined;
  const given = 'code' in error ? String(error.code) : '';
  const sqlite = inSqlite.find(([pattern]) => pattern.test(error.message))?.[1];
  const code = byCode[given] ?? (others.test(given) ? 'unwritable' : sqlite);
  // Deno's error for a path that its own flags forbid.
  const denied = error.name === 'NotCapable' ? 'read-only' : code;
  if (denied === undefined) return undefined;
  const why = given === '' || given.startsWith('ERR_') ? error.message : given;
  return { code: denied, reason: `${reasons[denied]} (${why})`, why };
}
