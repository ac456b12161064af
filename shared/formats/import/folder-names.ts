import type { Problem } from '../../tool/problem/problem.ts';

/** Where an import stops. Sizes are bytes as they unpack, not as they are declared. */
export const importLimits = {
  totalBytes: 32 * 1024 * 1024,
  entries: 2_000,
  /** Bytes of UTF-8 in a whole path, and in one part of it. */
  pathBytes: 1_024,
  nameBytes: 255,
  /** Unpacked to packed; looked at only above `ratioFromBytes`, since small files repeat themselves. */
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

/** What only a zip can have. */
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
  /** What is wrong, to stand after the quoted path. */
  reason: string;
  values?: Problem['values'];
}

/** Names that Windows gives to devices, with any extension. Source: Win32 "Naming Files, Paths, and Namespaces". */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** No character has more than three bytes per UTF-16 unit, so most texts need no counting. */
const isLonger = (text: string, bytes: number) =>
  text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;

/** A part of a path between two slashes. */
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
 * Why a path may not become a file of a tool folder, on any system; undefined when it may. A folder
 * that travels must unpack everywhere, so the rules of all systems hold on each.
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

/** A refusal of one entry of an import, which it names. `reason` stands after the quoted name. */
export function refuseEntry(
  entry: string,
  code: EntryFault,
  reason: string,
  values: Problem['values'] = {},
): Problem {
  // Control characters would let a name rewrite the line that reports it.
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

/** Two names with one fold are one file on systems that ignore case or compose accents. */
const fold = (path: string) => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/**
 * What keeps these paths from becoming one folder: names that leave it or mean a device, and names
 * that would meet on some system. A path that ends in a slash is a folder's. Empty when they may be written.
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
