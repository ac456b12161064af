/** The names of a function's parameters as they are written; one that is taken apart has an empty name. */
export function parameterNames(called: unknown): string[] {
  if (typeof called !== 'function') return [];
  const source = Function.prototype.toString.call(called);
  const start = source.indexOf('(');
  const arrow = /^(?:async\s+)?([A-Za-z_$][\w$]*)\s*=>/.exec(source);
  if (arrow) return [arrow[1] ?? ''];
  if (start < 0) return [];
  const names: string[] = [];
  let depth = 0;
  let piece = '';
  for (const sign of source.slice(start + 1)) {
    if (depth === 0 && (sign === ',' || sign === ')')) {
      if (piece.trim() !== '') names.push(/^\s*([A-Za-z_$][\w$]*)/.exec(piece)?.[1] ?? '');
      piece = '';
      if (sign === ')') break;
      continue;
    }
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    piece += sign;
  }
  return names;
}
