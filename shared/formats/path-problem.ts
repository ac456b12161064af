import { importLimits } from './import-limits.ts';

export interface PathProblem {
  code: string;
  /** What is wrong, to stand after the quoted path. */
  reason: string;
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
    return { code: 'reserved-name', reason: `uses the reserved name "${part}"` };
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
