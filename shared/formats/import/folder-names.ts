import type { Problem } from '../../tool/problem/problem.ts';

/** The limits of an import. Sizes are unpacked bytes, not declared ones. */
export const importLimits = {
  totalBytes: 32 * 1024 * 1024,
  entries: 2_000,
  /** UTF-8 bytes of a whole path, and of one part of it. */
  pathBytes: 1_024,
  nameBytes: 255,
  /**
   * The ratio of unpacked to packed bytes; only checked above `ratioFromBytes`, because small files compress
   * well.
   */
  ratio: 200,
  ratioFromBytes: 1024 * 1024,
} as const;

type EntryFault =
  | 'empty-name'
  | 'leaves-folder'
  | 'reserved-name'
  | 'planted-repository'
  | 'forbidden-character'
  | 'trailing-dot'
  | 'long-name'
  | 'nul-in-name'
  | 'backslash'
  | 'absolute-path'
  | 'drive-letter'
  | 'control-character'
  | 'too-many'
  | 'case-clash'
  | 'duplicate'
  | 'file-and-folder'
  | ZipFault;

/** Faults that only a zip can have. */
export type ZipFault =
  | 'too-many'
  | 'no-zip'
  | 'broken-zip'
  | 'too-large'
  | 'bomb'
  | 'name-encoding'
  | 'encrypted'
  | 'method'
  | 'link'
  | 'overlap';

declare module '../../tool/problem/problem-codes.ts' {
  interface ProblemCodes {
    import: `import-${EntryFault | 'no-tool' | 'same-folder' | 'stray-file' | 'taken' | 'refused'}`;
  }
}

interface PathProblem {
  code: EntryFault;
  /** The reason; follows the quoted path in the message. */
  reason: string;
  values?: Problem['values'];
}

/** Device names of Windows, with any extension. Source: Win32 "Naming Files, Paths, and Namespaces". */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** A UTF-16 code unit has at most three UTF-8 bytes, so most texts need no counting. */
const isLonger = (text: string, bytes: number) =>
  text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;

/** Returns the problem of one part of a path. */
function partProblem(part: string): PathProblem | undefined {
  if (part === '') return { code: 'empty-name', reason: 'has an empty part between slashes' };
  if (part === '.' || part === '..') return { code: 'leaves-folder', reason: 'leaves the folder' };
  if (device.test(part) || part === '__proto__') {
    return {
      code: 'reserved-name',
      reason: `uses the reserved name "${part}"`,
      values: { part },
    };
  }
  if (part.toLowerCase() === '.git') {
    return {
      code: 'planted-repository',
      reason: 'belongs to a git repository, whose hooks could run',
    };
  }
  if (/[<>:"|?*]/.test(part)) {
    return { code: 'forbidden-character', reason: 'has one of < > : " | ? * in its name' };
  }
  if (/[. ]$/.test(part)) {
    return { code: 'trailing-dot', reason: 'has a name that ends in a dot or a space' };
  }
  if (isLonger(part, importLimits.nameBytes))
    return { code: 'long-name', reason: 'has too long a name' };
  return undefined;
}

/**
 * Returns why a path may not become a file of a tool folder, or undefined. A folder must unpack on every
 * system, so the rules of all systems apply everywhere.
 */
export function pathProblem(path: string): PathProblem | undefined {
  if (path.includes('\0'))
    return { code: 'nul-in-name', reason: 'has a NUL character in its name' };
  if (path.includes('\\')) return { code: 'backslash', reason: 'has a backslash in its name' };
  if (path.startsWith('/')) return { code: 'absolute-path', reason: 'is an absolute path' };
  if (/^[a-z]:/i.test(path)) return { code: 'drive-letter', reason: 'begins with a drive letter' };
  if (/\p{Cc}/u.test(path)) {
    return { code: 'control-character', reason: 'has a control character in its name' };
  }
  if (isLonger(path, importLimits.pathBytes))
    return { code: 'long-name', reason: 'is too long a path' };
  for (const part of path.split('/')) {
    const problem = partProblem(part);
    if (problem) return problem;
  }
  return undefined;
}

/** Makes the problem of a refused entry of an import. `reason` follows the quoted name. */
export function refuseEntry(
  entry: string,
  code: EntryFault,
  reason: string,
  values: Problem['values'] = {},
): Problem {
  // Replaces control characters, with which a name could change the message.
  const shown = entry.replace(/\p{Cc}/gu, '\u{fffd}');
  return {
    severity: 'error',
    code: `import-${code}`,
    message: `"${shown}" ${reason}`,
    values: { ...values, entry: shown },
    file: shown,
    line: 1,
    column: 1,
  };
}

/** Two names with the same fold are the same file on systems that ignore case or normalize accents. */
const fold = (path: string) => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/**
 * Returns the problems of writing these paths into one folder: names that leave it or mean a device, and
 * names that collide on some system. A path that ends in a slash is a folder. Empty if they may be written.
 */
export function checkFolderNames(paths: Iterable<string>): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, { path: string; isFile: boolean }>();
  let count = 0;
  for (const path of paths) {
    count += 1;
    if (count > importLimits.entries) {
      problems.push(
        refuseEntry(path, 'too-many', `is one of more than ${importLimits.entries} files`, {
          most: importLimits.entries,
        }),
      );
      break;
    }
    const wrong = pathProblem(path.replace(/\/$/, ''));
    if (wrong) {
      problems.push(refuseEntry(path, wrong.code, wrong.reason, wrong.values));
      continue;
    }
    const clash = enter(seen, path);
    if (clash) problems.push(clash);
  }
  return problems;
}

function enter(
  seen: Map<string, { path: string; isFile: boolean }>,
  path: string,
): Problem | undefined {
  const isFolder = path.endsWith('/');
  const parts = path.replace(/\/$/, '').split('/');
  for (let length = 1; length <= parts.length; length += 1) {
    const prefix = parts.slice(0, length).join('/');
    const isFile = !isFolder && length === parts.length;
    const key = fold(prefix);
    const other = seen.get(key);
    if (!other) {
      seen.set(key, { path: prefix, isFile });
      continue;
    }
    if (other.path !== prefix) {
      return refuseEntry(
        path,
        'case-clash',
        `and "${other.path}" are the same name on some systems`,
        { other: other.path },
      );
    }
    if (isFile && other.isFile) return refuseEntry(path, 'duplicate', 'is there twice');
    if (isFile || other.isFile) {
      return refuseEntry(path, 'file-and-folder', 'is both a file and a folder');
    }
  }
  return undefined;
}
