import type { Fix, Problem, Severity } from '../tool/problem/problem.ts';
import type { Finding, Hints, Report } from './report.ts';
import type { BadPart } from './parse.ts';

const EXCERPT = 40;

/** The problem of braces that are not a placeholder, with its fix. */
export function braceProblem(
  part: BadPart,
  declared: ReadonlySet<string>,
  hints: Hints,
  { problem, edit }: Report,
): Problem {
  const shown = part.text.length > EXCERPT ? `${part.text.slice(0, EXCERPT)}…` : part.text;
  const place = { part, shown, hints };
  const near = part.fault === 'unknown' ? nearestName(part.name, declared) : undefined;
  const { code, severity = 'error', message } = worded(place, near);
  const meant = near ?? (isPlaceholder(part) ? part.name : undefined);
  const fix: Fix =
    meant === undefined
      ? {
          title: part.fault === 'lone' ? 'Double the brace' : 'Double the braces',
          edits: part.braces.map((at) => edit(at, at + 1, braceAt(part, at).repeat(2))),
        }
      : { title: `Write {${meant}}`, edits: [edit(part.start, part.end, `{${meant}}`)] };
  const values = { text: shown, name: part.name };
  return problem(part.start, part.end, { severity, code, message, values, fix });
}

/** Whether the braces name a declared parameter and ask for more than its value. */
const isPlaceholder = ({ fault }: BadPart): boolean =>
  fault === 'access' || fault === 'conversion' || fault === 'format';

/** The code and the text of each fault; `near` is the declared name that the author probably meant. */
function worded(
  { part, shown, hints }: { part: BadPart; shown: string; hints: Hints },
  near: string | undefined,
): Pick<Finding, 'code' | 'message'> & { severity?: Severity } {
  const raw = hints.mode === 'raw';
  const { name, text } = part;
  switch (part.fault) {
    case 'access':
    case 'conversion':
    case 'format': {
      const code = `placeholder-${part.fault}` as const;
      if (raw) {
        const message = `"${shown}" is read by str.format before Python sees the program`;
        return { code, message, severity: 'info' };
      }
      const message = `"${shown}" is more than a parameter name; write {${name}} and do the rest in Python`;
      return { code, message };
    }
    case 'positional': {
      const what = text === '{}' ? 'an empty dict is' : "Python's own braces are";
      const message = raw
        ? `str.format takes "${shown}" for an argument without a name and fails; ${what} written {${text}}`
        : `"${shown}" names no parameter; ${what} written {${text}}`;
      return { code: 'positional-placeholder', message };
    }
    case 'unknown': {
      const code = 'unknown-placeholder';
      if (near !== undefined)
        return { code, message: `Unknown placeholder "${shown}"; did you mean {${near}}?` };
      const message =
        hints.place?.(part.start) === 'f-string'
          ? `The template reads "${shown}" of this f-string first; write {{${name}}} for a Python variable`
          : `Unknown placeholder "${shown}"; add "${name}" to parameters, or write {{${name}}} for Python's own braces`;
      return { code, message };
    }
    case 'unescaped': {
      const message = raw
        ? `str.format takes "${shown}" for a parameter and fails with a missing argument; write {{ and }}`
        : `Unescaped brace in "${shown}"; write {{ and }} for Python's own braces`;
      return { code: 'unescaped-brace', message };
    }
    case 'lone': {
      const message = `Lone "${shown}"; write "${shown.repeat(2)}" for one brace`;
      return { code: 'lone-brace', message };
    }
  }
}

function braceAt(part: BadPart, at: number): string {
  return Array.from(part.text)[at - part.start] ?? '';
}

/** The declared name that a misspelt one most likely means, or undefined. */
function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  // With more than a third of the letters wrong, it is another word.
  let least = Math.min(3, Math.floor(name.length / 3) + 1);
  for (const candidate of known) {
    const wrong = distance(name.toLowerCase(), candidate.toLowerCase());
    if (wrong < least) [best, least] = [candidate, wrong];
  }
  return best;
}

/** The edit distance: letters added, dropped, replaced or swapped with the next one. */
function distance(one: string, two: string): number {
  const rows = [Array.from({ length: two.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const [above = [], before = []] = [rows[i - 1], rows[i - 2]];
    const row = [i];
    for (let j = 1; j <= two.length; j += 1) {
      const replaced = (above[j - 1] ?? 0) + (one[i - 1] === two[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return rows[one.length]?.[two.length] ?? 0;
}
