import { ask, type Finding } from '../decision.ts';
import { judgeVariable } from './judge-variable.ts';
import { tellingNames } from '../rules/wrappers.ts';
import type { Syntax } from '../syntax.ts';

/** Options that neither compute a value nor make a name refer to another one. */
const harmless = /^-[rxg]+$/;

/**
 * Judges `declare`, `local`, `readonly` and `export` of plain names. Every later program gets an exported
 * variable, so a name that may configure a program needs approval.
 */
export const judgeDeclaration = (node: Syntax): { findings: Finding[]; assignments: Syntax[] } => {
  const [keyword, ...parts] = node.children;
  const findings: Finding[] = [];
  const assignments = parts.filter((part) => part.type === 'variable_assignment');
  const options = parts.filter((part) => part.type === 'word');
  const exports = keyword?.text === 'export' || options.some((option) => option.text.includes('x'));
  for (const part of parts) {
    if (!part.named || part.type === 'comment') continue;
    const name = /^\w*/.exec(part.text)?.[0] ?? '';
    if (/^variable_(name|assignment)$/.test(part.type)) {
      findings.push(...judgeVariable(name, false));
      if (exports && tellingNames.test(name))
        findings.push(ask('variables', 'what-programs-do-not-known', { name }));
    } else if (part.type !== 'word' || keyword?.text === 'export' || !harmless.test(part.text))
      findings.push(ask('variables', 'changes-what-variable-means', { text: part.text }));
  }
  return { findings, assignments };
};
