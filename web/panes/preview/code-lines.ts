import { languages } from '../../../shared/languages/languages.ts';
import type { Span } from '../../../shared/tool/run/ending.ts';
import type { CodeKind, Grammar } from '../../languages/language.ts';

const json: Grammar = [
  ['key', /"(?:\\.|[^"\\\n])*"(?=\s*:)/y],
  ['string', /"(?:\\.|[^"\\\n])*"?/y],
  ['number', /-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/y],
  ['word', /\b(?:true|false|null)\b/y],
  [undefined, /\s+/y],
];

/** Of the languages whose folder has one, by its path. */
const files = import.meta.glob<Grammar>('../../languages/*/grammar.ts', {
  import: 'grammar',
  eager: true,
});

/** By a language's id and by the one that an editor knows it by. Others are shown plain. */
const grammars: ReadonlyMap<string, Grammar> = new Map([
  ['json', json],
  ...Object.entries(files).flatMap(([path, grammar]): [string, Grammar][] => {
    const id = path.split('/').at(-2) ?? '';
    return [id, languages.get(id)?.editor ?? id].map((name) => [name, grammar]);
  }),
]);

/** A stretch of one line that looks the same: its kind, and the parameter that was put there. */
export interface CodePiece {
  text: string;
  kind?: CodeKind;
  slot?: string;
}

interface Mark {
  start: number;
  end: number;
}

/** Beyond this many characters code stays plain: colouring would cost more than it helps. */
const COLOURED = 100_000;

/** A text line by line, coloured for its language, with the pieces that stand for arguments marked. */
export function codeLines(
  text: string,
  language: string,
  spans: readonly Span[] = [],
): CodePiece[][] {
  const kinds = text.length <= COLOURED ? kindsOf(text, language) : [];
  const slots = inUnits(text, spans);
  const lines: CodePiece[][] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    lines.push(pieces(text, { start, end }, kinds, slots));
    start = end + 1;
  }
  return lines;
}

function kindsOf(text: string, language: string): (Mark & { kind: CodeKind })[] {
  const grammar = grammars.get(language);
  const found: (Mark & { kind: CodeKind })[] = [];
  if (!grammar) return found;
  let at = 0;
  while (at < text.length) {
    let end = at + 1;
    for (const [kind, pattern] of grammar) {
      pattern.lastIndex = at;
      if (!pattern.test(text) || pattern.lastIndex === at) continue;
      end = pattern.lastIndex;
      if (kind) found.push({ start: at, end, kind });
      break;
    }
    at = end;
  }
  return found;
}

/** Spans count code points; a string is cut by UTF-16 units. */
function inUnits(text: string, spans: readonly Span[]): (Mark & { slot: string })[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  const wide = /[\ud800-\udbff]/.test(text);
  let unit = 0;
  let point = 0;
  const unitOf = (target: number): number => {
    if (!wide) return target;
    while (point < target && unit < text.length) {
      unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
      point++;
    }
    return unit;
  };
  return sorted.map(({ start, end, parameter }) => ({
    start: unitOf(start),
    end: unitOf(end),
    slot: parameter,
  }));
}

function pieces(
  text: string,
  line: Mark,
  kinds: (Mark & { kind: CodeKind })[],
  slots: (Mark & { slot: string })[],
): CodePiece[] {
  const made: CodePiece[] = [];
  const kindsHere = within(kinds, line);
  const slotsHere = within(slots, line);
  const edges = new Set([line.start, line.end]);
  for (const { start, end } of [...kindsHere, ...slotsHere]) {
    edges.add(Math.max(line.start, start));
    edges.add(Math.min(line.end, end));
  }
  const cuts = [...edges].sort((a, b) => a - b);
  let kindAt = 0;
  let slotAt = 0;
  for (let at = 0; at + 1 < cuts.length; at++) {
    const [start, end] = [cuts[at] ?? 0, cuts[at + 1] ?? 0];
    while ((kindsHere[kindAt]?.end ?? Infinity) <= start) kindAt++;
    while ((slotsHere[slotAt]?.end ?? Infinity) <= start) slotAt++;
    const kind = covering(kindsHere[kindAt], start)?.kind;
    const slot = covering(slotsHere[slotAt], start)?.slot;
    made.push({
      text: text.slice(start, end),
      kind,
      slot,
    });
  }
  return made;
}

function covering<Each extends Mark>(mark: Each | undefined, at: number): Each | undefined {
  return mark && mark.start <= at ? mark : undefined;
}

function within<Each extends Mark>(marks: Each[], line: Mark): Each[] {
  // Marks are sorted, so the first that may reach into the line is found by halving.
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.end ?? 0) <= line.start) low = middle + 1;
    else high = middle;
  }
  const found: Each[] = [];
  for (let at = low; at < marks.length && (marks[at]?.start ?? 0) < line.end; at++) {
    const mark = marks[at];
    if (mark) found.push(mark);
  }
  return found;
}
