import type { Syntax } from './syntax.ts';

/** Returns the nodes whose type matches, in the order of the text, including nested ones. */
export const nodesOf = (root: Syntax, type: RegExp): Syntax[] => {
  const found: Syntax[] = [];
  const walk = (node: Syntax): void => {
    if (type.test(node.type)) found.push(node);
    node.children.forEach(walk);
  };
  walk(root);
  return found;
};
