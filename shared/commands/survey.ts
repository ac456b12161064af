import type { Syntax } from './syntax.ts';

/** What a tree holds, from one walk: what is not there need not be looked for. */
export interface Survey {
  types: ReadonlySet<string>;
  /** Commands and redirections: each has to be judged in the end. */
  acting: readonly Syntax[];
  /** Whether the grammar gave up somewhere, or made something up to go on. */
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
