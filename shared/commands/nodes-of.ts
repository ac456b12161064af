import type { Syntax } from './syntax.ts';

/** The nodes of some types, in the order of the text, those inside each other too. */
export const nodesOf = (root: Syntax, type: RegExp): Syntax[] => {
  const found: Syntax[] = [];
  const walk = (node: Syntax): void => {
    if (type.test(node.type)) found.push(node);
    node.children.forEach(walk);
  };
  walk(root);
  return found;
};
