import type { Reason } from '../../tool/problem/reason.ts';
import { because } from '../because.ts';
import type { Parse } from '../open-parser.ts';
import type { Classify } from '../classify.ts';
import { allow, ask, strictest, type Finding, type Segment } from '../decision.ts';
import type { Syntax } from '../syntax.ts';
import { verdictOf } from '../verdict.ts';
import { forbidden, judgeCommand, judgeRedirection, nameOf } from './judge-command.ts';
import type { Around } from './around.ts';
import { expressions, judgeExpression } from './judge-expression.ts';
import { brokenPlace, parseForms } from './parse-forms.ts';
import { aliases } from './rules/aliases.ts';
import { listers } from './rules/cmdlets.ts';
import { inert } from './rules/syntax.ts';

/**
 * Characters that PowerShell reads differently from the grammar or from a person: invisible ones, lookalikes
 * of dashes and quotes, a backtick before a quote.
 */
const odd =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00a0\u2000-\u206f\u3000\ufeff\ufff9-\ufffb]|`["'\u2018-\u201f]/;
const SHOWN = 400;
const SHOWN_OF_LINE = 60;

/** Creates the judge of PowerShell scripts. It reads the syntax tree and runs nothing of a script. */
export const createPowerShellClassifier =
  (parse: Parse): Classify =>
  (command, { boundary = '', allowed = [] } = {}) => {
    const text = command.replaceAll('\r\n', '\n');
    const parsed = parseForms(parse, text);
    if ('unreadable' in parsed) return verdictOf(unreadable(text, parsed.unreadable));
    const segments: Segment[] = [];
    const functions = new Set<string>();
    const survey = (node: Syntax): void => {
      if (node.type === 'function_name') functions.add(node.text.toLowerCase());
      node.children.forEach(survey);
    };
    survey(parsed);
    walk(parsed, text, { place: { boundary, allowed, directory: '' }, functions }, segments);
    if (segments.length === 0 && computes(parsed))
      segments.push(segment(text.trim(), allow('expression', 'only-computes')));
    if (odd.test(text)) segments.unshift(segment(text, ask('characters', 'misleading-letters')));
    if (/#requires/i.test(text)) segments.unshift(segment(text, ask('syntax', 'asks-for-modules')));
    const broken = brokenPlace(parsed);
    if (broken)
      segments.unshift(...unreadable(text, because('form-not-judged', seen(text, broken))));
    if (segments.length === 0) segments.push(segment(text, ask('empty', 'there-no-command')));
    return verdictOf(segments);
  };

/** Whether a script has anything except comments and parameters. */
const computes = (root: Syntax): boolean =>
  root.children.some(({ type }) => type !== 'comment' && type !== 'param_block');

const segment = (text: string, finding: Finding): Segment => ({
  ...finding,
  text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text,
});

/** Returns the line number and the first words of a node, for a message. */
const seen = (text: string, { start }: Syntax) => {
  const from = start + (/^\s*/.exec(text.slice(start))?.[0].length ?? 0);
  const [shown = ''] = text.slice(from).split('\n', 1);
  return { line: text.slice(0, from).split('\n').length, text: shown.slice(0, SHOWN_OF_LINE) };
};

/**
 * Returns the segments of a script that cannot be parsed. It is never allowed, and refused if it names
 * something forbidden.
 */
const unreadable = (text: string, reason: Reason): Segment[] => {
  const named = text.split(/[^\w.\-`]+/).find((word) => forbidden(word) !== undefined);
  const asked = segment(text, ask('syntax', reason));
  if (named === undefined) return [asked];
  const why = because('stands-text-cannot-parsed', { name: named });
  return [segment(text, { decision: 'deny', rule: 'forbidden', reason: why }), asked];
};

function walk(node: Syntax, text: string, around: Around, into: Segment[]): void {
  const found = findings(node, text, around);
  if (found.length > 0) {
    const decision = strictest(found.map((one) => one.decision));
    const first = found.find((one) => one.decision === decision);
    // The source: the parsed text may lack commas.
    if (first) into.push(segment(text.slice(node.start, node.end).trim(), first));
  }
  if (node.type === 'pipeline_chain') return walkChain(node, text, around, into);
  for (const child of node.children) walk(child, text, { ...around, piped: undefined }, into);
}

/**
 * Judges the commands of a pipeline in order. The input counts as files only after commands that list files.
 */
function walkChain(node: Syntax, text: string, around: Around, into: Segment[]): void {
  let piped: Around['piped'];
  for (const child of node.children) {
    walk(child, text, { ...around, piped }, into);
    if (!child.named) continue;
    const name = child.type === 'command' ? nameOf(child) : undefined;
    const reader = name === undefined ? undefined : (aliases[name] ?? name);
    const known = piped === undefined || piped === 'files';
    if (reader === 'get-content' && known) piped = 'texts';
    else if (reader !== undefined && known && keepsFiles(reader, child)) piped = 'files';
    else piped = 'unknown';
  }
}

/** Selecting by number keeps files as they are; selecting properties makes other objects. */
const byNumber = /^\s*(?:-(?:first|last|skip|index|unique)\b|\d|\s)*$/i;

function keepsFiles(reader: string, command: Syntax): boolean {
  if (!listers.has(reader) || holdsTable(command)) return false;
  const given = command.children.find(({ type }) => type === 'command_elements')?.text ?? '';
  return reader !== 'select-object' || byNumber.test(given);
}

const holdsTable = (node: Syntax): boolean =>
  node.type === 'hash_literal_expression' || node.children.some(holdsTable);

function findings(node: Syntax, text: string, around: Around): Finding[] {
  if (!node.named) return [];
  if (node.type === 'command') return judgeCommand(node, around);
  if (node.type === 'redirection') return judgeRedirection(node, around);
  if (node.type === 'comment') {
    // PowerShell starts no comment at a "#" inside a word.
    const before = text[node.start - 1] ?? '\n';
    return /[\s;{}()|,]/.test(before) ? [] : [ask('syntax', 'no-comment-after-all')];
  }
  if (node.type === 'expandable_string_literal') return judgeString(node);
  if (expressions.has(node.type)) return judgeExpression(node);
  // A part that cannot be parsed is reported once, for the whole script.
  if (node.type !== 'ERROR' && !inert.has(node.type))
    return [ask('syntax', 'not-judged', { text: node.type.replaceAll('_', ' ') })];
  return judgeExpression(node);
}

/** Judges a string. Expansions that the grammar did not see might contain commands. */
function judgeString(node: Syntax): Finding[] {
  const seen = node.children.filter((child) => child.named);
  const rest = seen.reduce((left, child) => left.replace(child.text, ''), node.text);
  return /\$[({]/.test(rest.replaceAll('`$', '')) ? [ask('syntax', 'unseen-string')] : [];
}
