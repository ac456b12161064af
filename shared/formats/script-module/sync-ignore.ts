import { findPattern } from '../../schema/pattern/find-pattern.ts';
import { withoutMark, type FileContent } from '../../tool/folder.ts';
import type { Problem } from '../../tool/problem/problem.ts';

const CACHES = '*.tool.json';

/** One line of a file of patterns. */
interface Rule {
  matches(path: string): boolean;
  /** `!` before it: it takes back what an earlier line said. */
  back: boolean;
  /** A final `/`: only folders are meant. */
  folder: boolean;
}

/**
 * Whether a file of patterns names a path, or a folder that the path lies in. The last line that does
 * decides; what lies in an ignored folder cannot be taken back. Source: gitignore(5).
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

/** The rules of a text, those that decide first; kept for the next path, since a workspace asks for many. */
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

/** A longer pattern names no path that a tool folder may have; UTF-16 units. */
const LONGEST = 4096;

/** A line without the spaces at its end, of which one counts behind a backslash. */
function withoutSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  let slashes = 0;
  while (line[end - 1 - slashes] === '\\') slashes += 1;
  return line.slice(0, end + (slashes % 2));
}

/** Folders between, all that lies below, any letters, one letter, a set of letters, a letter. */
const signs = /\/\*{2,}(?=\/)|\/\*{2,}$|\*+|\?|\[[!^]?\]?(?:\\[^]|\[:\w+:\]|[^\\\]])*\]|\\?[^]/gu;

/** An engine goes back over the path once for each open repetition, and a folder may be somebody else's. */
const MOST_STARS = 3;

/** Whether a pattern names a path that begins with a slash. */
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
    // Such as a set that runs from a later letter to an earlier one: it names nothing.
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

/** A set such as `[a-z]`, `[!0-9]` or `[[:digit:]_]`; one without an end names nothing. */
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

/** Says that a script is not loaded because a file of patterns names one of its paths. */
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

/** Caches are made on every machine anew, so they need not be synchronised: offers to say so. */
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
