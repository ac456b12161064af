/**
 * A test for one code point, by the engine's own rules for classes and escapes. Undefined when the
 * piece is no regular expression, with the `u` flag or (many authors write `[\w\-.]`) without it.
 */
export function oneSign(source: string): ((sign: string) => boolean) | undefined {
  const test = compile(source, 'u') ?? compile(source, '');
  if (test === undefined) return undefined;
  const known = new Map<string, boolean>();
  return (sign) => {
    const found = known.get(sign) ?? test.test(sign);
    known.set(sign, found);
    return found;
  };
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${source})$`, flags);
  } catch {
    return undefined;
  }
}
