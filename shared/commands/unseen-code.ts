import type { Reason } from '../tool/problem/reason.ts';
import { because } from './because.ts';
import type { Survey } from './survey.ts';
import { nodesOf } from './nodes-of.ts';
import type { Syntax } from './syntax.ts';

/** A written substitution. If it is in plain text, the grammar has overlooked it. */
const substitution = /(^|[^\\])(\\\\)*(`|\$[({[])/;
/** Nodes without substitutions, and nodes that their own judges search. */
const plain = /^(raw_string|ansi_c_string|comment|heredoc_body|heredoc_content|heredoc_start)$/;

/** Collects the pieces of a script that no smaller node covers. */
const leaves = (node: Syntax, found: { node: Syntax; text: string }[]): void => {
  if (plain.test(node.type)) {
    node.children.forEach((child) => leaves(child, found));
    return;
  }
  if (node.children.length === 0) {
    if (node.named) found.push({ node, text: node.text });
    return;
  }
  let at = node.start;
  for (const child of node.children) {
    if (child.start > at)
      found.push({ node, text: node.text.slice(at - node.start, child.start - node.start) });
    leaves(child, found);
    at = Math.max(at, child.end);
  }
  if (node.end > at) found.push({ node, text: node.text.slice(at - node.start) });
};

/** Whether bash, too, starts a comment here: after a blank or an operator, not within a word. */
const begins = (comment: Syntax, script: string): boolean => {
  const before = script.slice(Math.max(0, comment.start - 2), comment.start);
  return before === '' || (/[\s;|&()]$/.test(before) && !/\\[\s;|&()]$/.test(before));
};

/** Returns why code may hide in what the grammar takes for text, or undefined. */
export const unseenCode = (root: Syntax, script: string, { types }: Survey): Reason | undefined => {
  const found: { node: Syntax; text: string }[] = [];
  if (/`|\$[({[]/.test(script)) leaves(root, found);
  const hidden = found.find(({ text }) => substitution.test(text));
  if (hidden) return because('may-hold-command', { text: hidden.text.slice(0, 80) });
  const odd = (types.has('comment') ? nodesOf(root, /^comment$/) : []).find(
    (comment) => !begins(comment, script),
  );
  return odd && because('may-be-no-comment', { text: odd.text.slice(0, 80) });
};
