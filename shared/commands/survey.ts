import type { Syntax } from './syntax.ts';

/** The contents of a tree from one walk, which saves later searches for absent types. */
export interface Survey {
  types: ReadonlySet<string>;
  /** Commands and redirections; each must be judged. */
  acting: readonly Syntax[];
  /** Whether the parser failed at a part or inserted a missing one. */
  broken: boolean;
}

const acts = new Set(['command', 'file_redirect', 'heredoc_redirect']);

export const survey = (root: Syntax): Survey => {
  const types = new Set<string>();
  const acting: Syntax[] = [];
  let broken = false;
  const walk = (node: Syntax): void => {
    types.add(node.type);
    if (acts.has(node.type)) acting.push(node);
    if (node.missing || node.type === 'ERROR') broken = true;
    for (const child of node.children) walk(child);
  };
  walk(root);
  return { types, acting, broken };
};
