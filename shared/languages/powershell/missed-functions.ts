export interface Missed {
  name: string;
  start: number;
  end: number;
}

/** Functions that stand at the top level of a script's code and are none of those that were read. */
export function missedFunctions(code: string, names: ReadonlySet<string>): Missed[] {
  const headings = topLevel(code).matchAll(/\b(?:function|filter)\s+([^\s({]+)\s*(?=[({])/gi);
  return [...headings].flatMap(({ 0: head, 1: written = '', index }) => {
    const name = written.replace(/^(global|script|local|private):/i, '');
    const end = index + head.trimEnd().length;
    return names.has(name.toLowerCase()) ? [] : [{ name, start: index, end }];
  });
}

/** Whether a script's code takes parameters itself. */
export const takesParameters = (code: string): boolean => /\bparam\s*\(/i.test(topLevel(code));

/** The code with what stands in braces blanked. */
function topLevel(code: string): string {
  let depth = 0;
  return code.replace(/[^\n]/g, (sign) => {
    if (sign === '}') depth -= 1;
    const shown = depth === 0 ? sign : ' ';
    if (sign === '{') depth += 1;
    return shown;
  });
}
