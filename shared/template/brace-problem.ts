import type { Fix, Problem } from '../tool/problem.ts';
import type { Hints } from './hints.ts';
import type { BadPart } from './part.ts';
import type { Finding, Report } from './report.ts';

const EXCERPT = 40;

/** What is wrong with braces that are no placeholder, and the fix. */
export function braceProblem(
  part: BadPart,
  declared: ReadonlySet<string>,
  hints: Hints,
  { problem, edit }: Report,
): Problem {
  const raw = hints.mode === 'raw';
  const shown = part.text.length > EXCERPT ? `${part.text.slice(0, EXCERPT)}…` : part.text;
  const values = { text: shown, name: part.name };
  const inString = hints.place?.(part.start) === 'f-string';
  const double = {
    title: part.fault === 'lone' ? 'Double the brace' : 'Double the braces for Python',
    edits: part.braces.map((at) => edit(at, at + 1, braceAt(part, at).repeat(2))),
  };
  const say = (code: string, message: string, fix: Fix): Problem => {
    const finding: Finding = { severity: 'error', code, message, values, fix };
    return problem(part.start, part.end, finding);
  };
  const onlyName = {
    title: `Write {${part.name}}`,
    edits: [edit(part.start, part.end, `{${part.name}}`)],
  };
  switch (part.fault) {
    case 'access':
    case 'conversion':
    case 'format': {
      const code = `placeholder-${part.fault}`;
      if (raw) {
        const message = `"${shown}" is read by str.format, before Python sees the program`;
        return { ...say(code, message, onlyName), severity: 'info' };
      }
      const message = `"${shown}" is more than a parameter's name; write {${part.name}} and do the rest in Python`;
      return say(code, message, onlyName);
    }
    case 'positional': {
      const what = part.text === '{}' ? 'an empty dict is' : "Python's own braces are";
      const message = raw
        ? `str.format takes "${shown}" for an argument without a name and fails; ${what} written {${part.text}}`
        : `"${shown}" names no parameter; ${what} written {${part.text}}`;
      return say('positional-placeholder', message, double);
    }
    case 'unknown': {
      const near = nearestName(part.name, declared);
      if (near !== undefined) {
        const message = `Unknown placeholder "${shown}"; did you mean {${near}}?`;
        const edits = [edit(part.start, part.end, `{${near}}`)];
        return say('unknown-placeholder', message, { title: `Write {${near}}`, edits });
      }
      const message = inString
        ? `The template reads "${shown}" of this f-string first; write {{${part.name}}} for a Python variable`
        : `Unknown placeholder "${shown}"; add "${part.name}" to parameters, or write {{${part.name}}} for Python's own braces`;
      return say('unknown-placeholder', message, double);
    }
    case 'unescaped': {
      const message = raw
        ? `str.format takes "${shown}" for a parameter and fails with a missing argument; write {{ and }}`
        : `Unescaped brace in "${shown}"; write {{ and }} for Python's own braces`;
      return say('unescaped-brace', message, double);
    }
    case 'lone': {
      const message = `Lone "${shown}"; write "${shown.repeat(2)}" for one brace`;
      return say('lone-brace', message, double);
    }
  }
}

function braceAt(part: BadPart, at: number): string {
  return Array.from(part.text)[at - part.start] ?? '';
}

/** The known name that a misspelt one most likely means, or undefined. */
function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  // A third of the letters wrong is another word.
  let least = Math.min(3, Math.floor(name.length / 3) + 1);
  for (const candidate of known) {
    const wrong = distance(name.toLowerCase(), candidate.toLowerCase());
    if (wrong < least) [best, least] = [candidate, wrong];
  }
  return best;
}

/** Letters added, left out, replaced or swapped with the next that make one word of the other. */
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
