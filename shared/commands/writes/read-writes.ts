import type { Context } from '../context.ts';
import { afterHeredoc, judgeRedirect, redirectWords } from '../judges/judge-redirect.ts';
import type { Syntax } from '../syntax.ts';
import { writesOfProgram } from './writers.ts';
import type { Written } from './written.ts';

/** Statements that consist of other statements. */
const containers = new Set(['program', 'list', 'pipeline', 'negated_command']);
/** The node types of a literal word. */
const literals = new Set(
  'word command_name string string_content raw_string number concatenation'.split(' '),
);
const harmless = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

type Told = Written[] | undefined;

const together = (parts: Told[]): Told => {
  const all: Written[] = [];
  for (const part of parts) {
    if (part === undefined) return undefined;
    all.push(...part);
  }
  return all;
};

const isLiteral = (node: Syntax): boolean =>
  !node.named || (literals.has(node.type) && node.children.every(isLiteral));

/** Returns the text of a literal word, or undefined if it depends on the environment. */
const literal = (node: Syntax, context: Context): string | undefined => {
  if (!isLiteral(node)) return undefined;
  const [word, ...more] = context.readWord(node);
  if (!word?.certain || word.splits || more.length > 0 || word.alarms.length > 0) return undefined;
  const text = word.values?.[0];
  return text === undefined || text === '' || text.startsWith('~') ? undefined : text;
};

const ofFile = (node: Syntax, context: Context): Told => {
  const operator = node.children.find((child) => /^[<>&]/.test(child.type))?.type ?? '';
  const [target, ...more] = redirectWords(node);
  if (more.length > 0) return undefined;
  if (/^(>|>>|>\||&>|&>>)$/.test(operator)) {
    const path = target && literal(target, context);
    if (path === undefined) return undefined;
    return harmless.has(path) ? [] : [{ path, as: 'file' }];
  }
  const { findings, nested, words } = judgeRedirect(node, context);
  const reads = findings.every(({ decision }) => decision === 'allow');
  const plain = words.every(({ alarms }) => alarms.length === 0);
  return reads && plain && nested.length === 0 ? [] : undefined;
};

/**
 * Returns the writes of a here-document without substitutions. The grammar attaches redirections after its
 * delimiter to it.
 */
const ofHeredoc = (node: Syntax, context: Context): Told => {
  const { findings, nested } = judgeRedirect(node, context);
  if (findings.length > 0 || nested.length > 0) return undefined;
  return together(
    afterHeredoc(node).map((child) =>
      child.type === 'file_redirect' ? ofFile(child, context) : undefined,
    ),
  );
};

const ofRedirect = (node: Syntax, context: Context): Told => {
  if (node.type === 'file_redirect') return ofFile(node, context);
  return node.type === 'heredoc_redirect' ? ofHeredoc(node, context) : undefined;
};

/**
 * Returns the writes of one command: by the table of writers, or none if the judges find that it only reads.
 */
const ofCommand = (node: Syntax, context: Context): Told => {
  const words = node.children.filter((child) => child.named && !child.type.endsWith('_redirect'));
  const redirected = together(
    node.children
      .filter((child) => child.type.endsWith('_redirect'))
      .map((child) => ofRedirect(child, context)),
  );
  const [first, ...rest] = words;
  const name = first && literal(first, context);
  // `cd` changes the meaning of every later relative path.
  if (redirected === undefined || name === undefined || name === 'cd') return undefined;
  const texts = rest.map((word) => literal(word, context));
  const plain = texts.filter((text) => text !== undefined);
  const own = writesOfProgram(name, plain);
  if (own !== 'other')
    return own && plain.length === texts.length ? [...redirected, ...own] : undefined;
  const read = words.flatMap((word) => context.readWord(word));
  if (read.some(({ nested, alarms }) => nested.length > 0 || alarms.length > 0)) return undefined;
  const findings = context.judgeWords(read, { piped: true });
  const reads = findings.length > 0 && findings.every(({ decision }) => decision === 'allow');
  return reads ? redirected : undefined;
};

const ofStatement = (node: Syntax, context: Context): Told => {
  if (!node.named || node.type === 'comment') return [];
  if (containers.has(node.type))
    return together(node.children.map((child) => ofStatement(child, context)));
  if (node.type === 'command') return ofCommand(node, context);
  if (node.type === 'redirected_statement')
    return together(
      node.children
        .filter((child) => child.named)
        .map((child) =>
          child.type.endsWith('_redirect')
            ? ofRedirect(child, context)
            : ofStatement(child, context),
        ),
    );
  return undefined;
};

/**
 * Returns every path that a script writes, if its tree proves them: it may only contain programs of the table
 * of writers, with literal words, and programs that only read. Returns undefined if the paths are unknown or
 * if it writes none.
 */
export const readWrites = (root: Syntax, context: Context): Written[] | undefined => {
  const found = ofStatement(root, context);
  return found?.length === 0 ? undefined : found;
};
