import type { Context } from '../context.ts';
import { ask, deny, type Finding } from '../decision.ts';
import { forbiddenTarget } from './forbidden.ts';
import { lastingEffect } from '../rules/lasting.ts';
import { judgePath } from './judge-operands.ts';
import type { Syntax } from '../syntax.ts';
import type { Word } from '../words/word.ts';

export interface Redirect {
  findings: Finding[];
  /** The words of the redirection, whose substitutions run. */
  words: Word[];
  /** The text that it feeds to the command, if known. */
  text?: string | undefined;
  nested: Syntax[];
}

/**
 * Returns the words of a file redirection. The grammar attaches the words after the target, too; they belong
 * to the command.
 */
export const redirectWords = (node: Syntax): Syntax[] =>
  node.type === 'file_redirect'
    ? node.children.filter((child) => child.named && child.type !== 'file_descriptor')
    : [];

/**
 * Returns the nodes that follow a here-document's delimiter on its line, such as a pipe. The grammar attaches
 * them to the here-document.
 */
export const afterHeredoc = (node: Syntax): Syntax[] =>
  node.type === 'heredoc_redirect'
    ? node.children.filter(
        (child) => child.named && !/^(heredoc_|file_descriptor)/.test(child.type),
      )
    : [];

const judgeFile = (node: Syntax, context: Context): Redirect => {
  const operator = node.children.find((child) => /^[<>&]/.test(child.type))?.type ?? '';
  const [target] = redirectWords(node);
  const words = target ? context.readWord(target) : [];
  const [word] = words;
  if (words.length > 1)
    return { findings: [ask('redirect', 'target-several-words')], words, nested: [] };
  const findings: Finding[] = [];
  const path = word?.values?.[0];
  const refused = (word?.values ?? []).map(forbiddenTarget).find(Boolean);
  // Unless the word is certainly a number or `-`, it names a file.
  const duplicates =
    /^[<>]&-?$/.test(operator) && (!word || (word.certain && /^(\d+-?|-)$/.test(path ?? '')));
  if (refused && !operator.startsWith('<')) findings.push(deny('forbidden', refused));
  else if (duplicates) return { findings, words, nested: [] };
  else if (operator === '<' && word) {
    if (/^\/dev\/(tcp|udp)\//.test(path ?? '')) findings.push(ask('redirect', 'opens-network'));
    findings.push(...judgePath(word, 'redirect', context));
  } else if (path !== '/dev/null' || !word?.certain) {
    const effect = (word?.values ?? []).map(lastingEffect).find(Boolean);
    if (effect) findings.push(ask('lasting', effect));
    findings.push(ask('redirect', 'writes-file', { text: node.text }));
  }
  return { findings, words, nested: words.flatMap((each) => each.nested) };
};

/** Returns the text of an unquoted here-document without the expansions that the grammar recognized. */
const leftover = (body: Syntax): string => {
  const seen = body.children.filter((child) => child.named && child.type !== 'heredoc_content');
  let text = '';
  let at = body.start;
  for (const child of seen) {
    text += body.text.slice(at - body.start, child.start - body.start);
    at = child.end;
  }
  return (text + body.text.slice(at - body.start)).replace(/\\[$`\\]/g, '');
};

/** Judges a here-document. Substitutions in it run unless its delimiter is quoted. */
const judgeHeredoc = (node: Syntax, context: Context): Redirect => {
  const start = node.children.find((child) => child.type === 'heredoc_start')?.text ?? '';
  const body = node.children.find((child) => child.type === 'heredoc_body');
  const plain = /^(\w+|'\w+'|"\w+")$/.test(start);
  const quoted = /^['"]/.test(start);
  const findings: Finding[] = [];
  if (!plain) findings.push(ask('redirect', 'where-ends-text-not-plain', { text: start }));
  const open = quoted || !body ? undefined : body;
  if (open && /[$`]/.test(leftover(open)))
    findings.push(ask('redirect', 'text-hold-substitutions'));
  const words = (open?.children ?? [])
    .filter((child) => child.named && child.type !== 'heredoc_content')
    .flatMap((child) => context.readWord(child));
  const nested = words.flatMap((word) => word.nested);
  return { findings, words, text: body?.text, nested };
};

/** Judges one redirection of any kind. */
export const judgeRedirect = (node: Syntax, context: Context): Redirect => {
  context.seen.add(node);
  if (node.type === 'file_redirect') return judgeFile(node, context);
  if (node.type === 'heredoc_redirect') return judgeHeredoc(node, context);
  const words = node.children
    .filter((child) => child.named)
    .flatMap((child) => context.readWord(child));
  return {
    findings: [],
    words,
    text: words[0]?.values?.[0],
    nested: words.flatMap((word) => word.nested),
  };
};
