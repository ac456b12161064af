import { findPattern } from '../../schema/pattern/find-pattern.ts';
import { withoutMark, type FileContent } from '../../tool/folder.ts';
import type { Problem } from '../../tool/problem/problem.ts';

const CACHES = '*.tool.json';

/** One line of an ignore file. */
interface Rule {
  matches(path: string): boolean;
  /** A leading `!`: includes what an earlier line excluded. */
  back: boolean;
  /** A final `/`: matches only folders. */
  folder: boolean;
}

/**
 * Whether an ignore file excludes a path or a folder above it. The last matching line decides; a path in an
 * excluded folder cannot be included again. Source: gitignore(5).
 */
export function isIgnored(text: string, path: string): boolean {
  const rules = rulesOf(text);
  const parts = path.split('/');
  return parts.some((_, at) => {
    const upTo = `/${parts.slice(0, at + 1).join('/')}`;
    const isFolder = at < parts.length - 1;
    const rule = rules.find((one) => (isFolder || !one.folder) && one.matches(upTo));
    return rule?.back === false;
  });
}

let last: { text: string; rules: Rule[] } | undefined;

/** Returns the rules of a text, last first. Kept for the next path, because a workspace asks for many. */
function rulesOf(text: string): Rule[] {
  if (last?.text === text) return last.rules;
  const lines = withoutMark(text).split(/\r?\n/);
  const rules = lines.flatMap((line): Rule[] => {
    const said = withoutSpaces(line);
    const back = said.startsWith('!');
    const folder = said.endsWith('/');
    const pattern = said.slice(back ? 1 : 0, folder ? -1 : undefined);
    if (pattern === '' || pattern.length > LONGEST || said.startsWith('#')) return [];
    return [{ matches: matcher(pattern), back, folder }];
  });
  last = { text, rules: rules.reverse() };
  return last.rules;
}

/** The highest length of a pattern in UTF-16 code units: no path of a tool folder is longer. */
const LONGEST = 4096;

/** Returns a line without its final spaces; a space after a backslash stays. */
function withoutSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  let slashes = 0;
  while (line[end - 1 - slashes] === '\\') slashes += 1;
  return line.slice(0, end + (slashes % 2));
}

/**
 * Special forms: folders in between, everything below, any characters, one character, a character set, an
 * escaped character.
 */
const signs = /\/\*{2,}(?=\/)|\/\*{2,}$|\*+|\?|\[[!^]?\]?(?:\\[^]|\[:\w+:\]|[^\\\]])*\]|\\?[^]/gu;

/**
 * The highest number of stars: an engine backtracks over the path once for each, and the folder may be
 * untrusted.
 */
const MOST_STARS = 3;

/** Returns a function that tells whether a pattern matches a path that begins with a slash. */
function matcher(pattern: string): Rule['matches'] {
  const rooted = pattern.replace(/^\/?/, pattern.includes('/') ? '/' : '/**/');
  let stars = 0;
  const body = rooted.replace(signs, (sign, at: number) => {
    if (sign.includes('*') && !/^[[\\]/.test(sign)) stars += 1;
    if (sign.startsWith('/*')) return at + sign.length === rooted.length ? '/.+' : '(?:/.*)?';
    if (sign.startsWith('*')) return '[^/]*';
    if (sign === '?') return '[^/]';
    if (sign.startsWith('[')) return setOf(sign);
    return sign === '\\' ? NOTHING : sign.replace(/^\\/, '').replace(special, '\\$&');
  });
  const source = `^${body}$`;
  if (stars > MOST_STARS) {
    return (path) => {
      const found = findPattern(source, path);
      return found.kind === 'answered' && found.matches;
    };
  }
  try {
    const regex = new RegExp(source, 'u');
    return (path) => regex.test(path);
  } catch {
    // An invalid pattern, such as a set with a reversed range, matches nothing.
    return () => false;
  }
}

const NOTHING = '(?!)';
const special = /[.*+?^${}()|[\]\\/]/gu;

const classes: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  space: ' \\t\\n\\r',
};

/** Converts a set such as `[a-z]`, `[!0-9]` or `[[:digit:]_]`; an unclosed one matches nothing. */
function setOf(sign: string): string {
  if (sign === '[') return NOTHING;
  const [start] = /^\[[!^]?/.exec(sign) ?? [''];
  const members = sign
    .slice(start.length, -1)
    .replace(/\[:(\w+):\]|\\?([^])/gu, (member, name: string, letter: string) =>
      name ? (classes[name] ?? '') : member === '-' ? '-' : letter.replace(/[-^[\]\\]/, '\\$&'),
    );
  return `(?!/)[${start.length > 1 ? '^' : ''}${members}]`;
}

/** Reports that a script is not loaded because an ignore file matches one of its paths. */
export function ignoredBy(
  content: FileContent | undefined,
  file: string,
  paths: string[],
): Problem | undefined {
  if (typeof content !== 'string') return undefined;
  const path = paths.find((one) => isIgnored(content, one));
  if (path === undefined) return undefined;
  return {
    severity: 'info',
    code: 'sync-ignored',
    message: `"${path}" is not loaded because "${file}" excludes it`,
    values: { path, file },
    file: paths[0] ?? path,
    line: 1,
    column: 1,
  };
}

/** Offers to exclude caches from synchronization: every machine makes its own. */
export function offerIgnore(content: FileContent | undefined): Problem[] {
  if (typeof content !== 'string' || isIgnored(content, `x.tool.json`)) return [];
  const file = '.syncignore';
  const place = { file, line: 1, column: 1 };
  return [
    {
      severity: 'info',
      code: 'sync-caches',
      message: `"${file}" does not exclude "${CACHES}", the caches that Lathe rebuilds by itself`,
      values: { pattern: CACHES },
      ...place,
      fix: {
        title: `Add "${CACHES}"`,
        edits: [{ ...place, endLine: 1, endColumn: 1, text: `${CACHES}\n` }],
      },
    },
  ];
}
