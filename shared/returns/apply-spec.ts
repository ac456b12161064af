/**
 * One value under a format spec such as `>8` or `.200`: fill, alignment, width and precision.
 * Source: Python's format specification mini-language, as far as text and whole numbers need it.
 */
export function applySpec(
  value: string | number | null,
  spec: string,
): { text: string } | { reason: string } {
  const text = value === null ? 'None' : String(value);
  if (spec === '') return { text };
  const parts = /^(?:(.)?([<>^]))?(0)?(\d{1,4})?(?:\.(\d{1,7}))?([sd])?$/su.exec(spec);
  if (value === null || parts === null) return { reason: `":${spec}" is not supported` };
  const [, fill, align, zero, width, precision, type] = parts;
  const isNumber = typeof value === 'number';
  if (type !== undefined && (type === 'd') !== isNumber) {
    return { reason: `":${spec}" does not fit a ${isNumber ? 'number' : 'text'}` };
  }
  if (isNumber && precision !== undefined) return { reason: `":${spec}" does not fit a number` };
  const points = Array.from(text);
  const kept = precision === undefined ? points : points.slice(0, Number(precision));
  const missing = Math.max(0, Number(width ?? 0) - kept.length);
  const pad = fill ?? (zero === undefined ? ' ' : '0');
  const side = align ?? (isNumber ? '>' : '<');
  const before = side === '>' ? missing : side === '^' ? Math.floor(missing / 2) : 0;
  // Zero padding goes between the sign and the digits.
  if (isNumber && zero !== undefined && align === undefined && value < 0) {
    return { text: '-' + pad.repeat(missing) + kept.slice(1).join('') };
  }
  return { text: pad.repeat(before) + kept.join('') + pad.repeat(missing - before) };
}
