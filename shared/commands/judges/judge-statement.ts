import { because } from '../because.ts';
import type { Context, Input } from '../context.ts';
import { allow, ask, deny, strictest, type Finding, type Segment } from '../decision.ts';
import { judgeCommand } from './judge-command.ts';
import { afterHeredoc, judgeRedirect, redirectWords } from './judge-redirect.ts';
import { computesNumber } from '../words/arithmetic.ts';
import { judgeDeclaration } from './judge-declaration.ts';
import { judgeTest } from './judge-test.ts';
import { judgeVariable } from './judge-variable.ts';
import { pipelineInputs } from './pipeline.ts';
import type { Syntax } from '../syntax.ts';

/** Statements that only contain other statements. */
const containers = new Set(
  `program list compound_statement do_group subshell if_statement elif_clause else_clause while_statement
   case_statement case_item negated_command command_substitution variable_assignments`.split(/\s+/),
);
/** Loops that set a variable. */
const loops = new Set(['for_statement', 'c_style_for_statement']);
/** Words and patterns inside containers. Substitutions in them are judged through the words. */
const wordTypes = new Set(
  `word string raw_string ansi_c_string translated_string concatenation number simple_expansion expansion
   command_substitution process_substitution arithmetic_expansion brace_expression extglob_pattern`.split(
    /\s+/,
  ),
);
const redirects = new Set(['file_redirect', 'heredoc_redirect', 'herestring_redirect']);

const summary = (node: Syntax, findings: Finding[]): Segment => {
  const [only] = findings;
  const decision =
    only && findings.length === 1
      ? only.decision
      : strictest(findings.map((finding) => finding.decision));
  const found = findings.find((finding) => finding.decision === decision);
  const text = node.text.length > 400 ? `${node.text.slice(0, 400)}…` : node.text;
  return {
    text,
    decision,
    rule: found?.rule ?? 'empty',
    reason: found?.reason ?? because('does-nothing'),
  };
};

const judgeWordNode = (node: Syntax, context: Context): Segment[] =>
  context
    .readWord(node)
    .flatMap((word) => [
      ...word.nested.flatMap((inner) => judgeStatement(inner, context)),
      ...word.alarms.map((alarm) => summary(node, [ask('expansion', alarm)])),
    ]);

/** Judges a command with its assignments and redirections, and the commands inside its words. */
const judgeSimple = (node: Syntax, outer: Syntax[], context: Context, input: Input): Segment[] => {
  const findings: Finding[] = [];
  const nested: Syntax[] = [];
  let fed = input;
  const words = [];
  const following: Syntax[] = [];
  context.seen.add(node);
  const queue = [...node.children, ...outer];
  const reads =
    node.children.find((child) => child.type === 'command_name')?.text === 'read' &&
    !context.functions.has('read');
  let before: Syntax | undefined;
  for (const child of queue) {
    // In `{name}<file`, bash sets the variable to the descriptor of the opened file.
    if (before?.end === child.start && redirects.has(child.type) && /\{\w+\}$/.test(before.text))
      findings.push(ask('redirect', 'sets-variable', { text: before.text }));
    before = child;
    if (child.type === 'variable_assignment' && reads && /^IFS=/.test(child.text)) {
      const value = child.children[2];
      if (value) for (const word of context.readWord(value)) nested.push(...word.nested);
    } else if (child.type === 'variable_assignment') {
      findings.push(...judgeVariable(child.children[0]?.text.replace(/\[.*/s, '') ?? '', true));
      const value = child.children[2];
      if (value) for (const word of context.readWord(value)) nested.push(...word.nested);
    } else if (redirects.has(child.type)) {
      const redirect = judgeRedirect(child, context);
      for (const after of afterHeredoc(child))
        (redirects.has(after.type) || wordTypes.has(after.type) ? queue : following).push(after);
      findings.push(...redirect.findings);
      nested.push(...redirect.nested);
      if (redirect.text !== undefined) fed = { ...fed, text: redirect.text };
      for (const word of redirectWords(child).slice(1)) words.push(...context.readWord(word));
      findings.push(
        ...redirect.words.flatMap((word) => word.alarms.map((alarm) => ask('expansion', alarm))),
      );
    } else if (child.named && child.type !== 'comment') words.push(...context.readWord(child));
  }
  for (const word of words) nested.push(...word.nested);
  findings.push(...judgeCommand(words, context, fed, node.start));
  const own =
    outer.length === 0
      ? node
      : { ...node, text: [node, ...outer].map((part) => part.text).join(' ') };
  return [
    summary(own, findings),
    ...[...nested, ...following].flatMap((inner) => judgeStatement(inner, context)),
  ];
};

const isPlain = (child: Syntax): boolean =>
  (child.type === 'word' || child.type === 'command_name') && /^[\w./:,@%-]+$/.test(child.text);

/** Judges a command of plain words once, however often the script repeats it. */
const judgeOnce = (node: Syntax, context: Context, input: Input): Segment[] => {
  const fed = input.text !== undefined || input.names !== undefined;
  if (fed || node.children.length > 8 || !node.children.every(isPlain))
    return judgeSimple(node, [], context, input);
  const name = node.children[0]?.text ?? '';
  if (name === 'cd' || context.functions.has(name)) return judgeSimple(node, [], context, input);
  context.seen.add(node);
  const known = context.judged.get(node.text) ?? judgeSimple(node, [], context, input);
  context.judged.set(node.text, known);
  return known;
};

export const judgeAssignment = (node: Syntax, context: Context): Segment[] => {
  const [name, , value] = node.children;
  const findings = judgeVariable(name?.text.replace(/\[.*/s, '') ?? '', false);
  if (name?.type === 'subscript' && !/\[\d+\]$/.test(name.text))
    findings.push(ask('expansion', 'index-run-command'));
  const parts =
    value?.type === 'array' ? value.children.filter((child) => child.named) : value ? [value] : [];
  if (parts.some((part) => value?.type === 'array' && part.text.startsWith('[')))
    findings.push(ask('expansion', 'index-run-command'));
  const own = summary(node, [...findings, allow('variables', 'only-sets-variable')]);
  return [own, ...parts.flatMap((part) => judgeWordNode(part, context))];
};

/** Judges `((…))`, and the head of a C-style loop. */
const judgeArithmetic = (node: Syntax, context: Context): Segment => {
  const named = node.children.filter((child) => child.named);
  const safe = named.every((child) => computesNumber(child, context));
  return summary(node, [
    safe ? allow('arithmetic', 'only-computes') : ask('arithmetic', 'computes-unknown-text'),
  ]);
};

/** Judges a `for` loop: its words, its variable and its body. */
const judgeLoop = (node: Syntax, context: Context): Segment[] => {
  const body = node.children.filter((child) => child.type === 'do_group');
  const rest = node.children.filter((child) => child.type !== 'do_group');
  const name = rest.find((child) => child.type === 'variable_name')?.text ?? '';
  const counted = node.type === 'c_style_for_statement';
  const text = node.text.slice(0, (body[0]?.start ?? node.end) - node.start);
  const head = { ...node, text, children: rest };
  return [
    ...(counted
      ? [judgeArithmetic(head, context)]
      : judgeVariable(name, false).map((finding) => summary(head, [finding]))),
    ...(counted ? body : node.children).flatMap((child) => judgeStatement(child, context)),
  ];
};

/**
 * Judges a function definition. A function that calls itself through a pipe or in the background never ends.
 */
const judgeFunction = (node: Syntax, context: Context): Segment[] => {
  const name = node.children.find((child) => child.type === 'word')?.text ?? '';
  const calls = (at: Syntax): boolean =>
    (at.type === 'command_name' && at.text === name) || at.children.some(calls);
  const body = node.children.filter((child) => child.named && child.type !== 'word');
  const bomb = body.some(calls) && /[|&]/.test(body.map((part) => part.text).join(''));
  const own = bomb
    ? [summary(node, [deny('forbidden', 'starts-itself-without-end', { name })])]
    : [];
  return [...own, ...body.flatMap((part) => judgeStatement(part, context))];
};

const judgePipeline = (node: Syntax, context: Context): Segment[] => {
  const parts = node.children.filter((child) => child.named);
  const inputs = pipelineInputs(parts, context);
  return parts.flatMap((part, at) => judgeStatement(part, context, inputs[at]));
};

const judgeRedirected = (node: Syntax, context: Context, input: Input): Segment[] => {
  const [body, ...rest] = node.children.filter((child) => child.named);
  const outer = rest.filter((child) => redirects.has(child.type));
  const other = rest.filter((child) => !redirects.has(child.type));
  if (!body) return [summary(node, [ask('syntax', 'cannot-be-read')])];
  if (redirects.has(body.type) || body.type === 'command')
    return [
      ...judgeSimple(
        body.type === 'command' ? body : { ...node, children: [] },
        body.type === 'command' ? outer : [body, ...outer],
        context,
        input,
      ),
      ...other.flatMap((part) => judgeStatement(part, context)),
    ];
  const found = outer.map((child) => judgeRedirect(child, context));
  if (outer.some((child) => redirectWords(child).length > 1))
    return [
      summary(node, [ask('syntax', 'words-follow-redirection')]),
      ...judgeStatement(body, context, input),
    ];
  return [
    ...judgeStatement(body, context, input),
    ...found.map((redirect, at) =>
      summary(outer[at] ?? node, [...redirect.findings, allow('redirect', 'only-reads')]),
    ),
    ...found.flatMap((redirect) =>
      redirect.nested.flatMap((inner) => judgeStatement(inner, context)),
    ),
  ];
};

/** Judges any statement. An unknown kind of statement needs approval. */
export const judgeStatement = (node: Syntax, context: Context, input: Input = {}): Segment[] => {
  if (!node.named || node.type === 'comment' || node.type === 'variable_name') return [];
  if (wordTypes.has(node.type)) return judgeWordNode(node, context);
  if (node.type === 'command') return judgeOnce(node, context, input);
  if (node.type === 'pipeline') return judgePipeline(node, context);
  if (node.type === 'redirected_statement') return judgeRedirected(node, context, input);
  if (node.type === 'variable_assignment') return judgeAssignment(node, context);
  if (node.type === 'test_command') {
    const { finding, words } = judgeTest(node, wordTypes, context);
    return [summary(node, [finding]), ...words.flatMap((word) => judgeWordNode(word, context))];
  }
  if (node.type === 'declaration_command') {
    const { findings, assignments } = judgeDeclaration(node);
    const parts = assignments.flatMap((part) => judgeAssignment(part, context));
    return findings.length > 0 ? [summary(node, findings), ...parts] : parts;
  }
  if (node.type === 'file_redirect') {
    const redirect = judgeRedirect(node, context);
    const nested = redirect.nested.flatMap((inner) => judgeStatement(inner, context));
    return [summary(node, [...redirect.findings, allow('redirect', 'only-reads')]), ...nested];
  }
  if (node.type === 'compound_statement' && node.children[0]?.type === '((')
    return [judgeArithmetic(node, context)];
  if (loops.has(node.type)) return judgeLoop(node, context);
  if (node.type === 'function_definition') return judgeFunction(node, context);
  if (containers.has(node.type))
    return node.children.flatMap((child) => judgeStatement(child, context));
  const inner = node.children.flatMap((child) => judgeStatement(child, context));
  return [
    summary(node, [ask('syntax', 'not-judged', { text: node.type.replaceAll('_', ' ') })]),
    ...inner,
  ];
};
