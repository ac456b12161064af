import { reservedName } from './reserved-name.ts';

/** What is wrong with a parameter's name and what to call it instead; undefined when it is fine. */
export function nameFault(name: string): string | undefined {
  const why = reservedName(name);
  if (why === undefined) return undefined;
  if (why === 'no-identifier') {
    return `The parameter "${name}" cannot be a shell variable; use letters, digits and "_" only, and begin with no digit`;
  }
  const lower = name.toLowerCase();
  const better = reservedName(lower) === undefined ? lower : `${lower}_value`.replace(/^_+/, '');
  return `The parameter "${name}" has the name of a variable that bash or the programs it starts act on; rename it, such as "${better}"`;
}
