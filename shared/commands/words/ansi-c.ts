const single: Record<string, string> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const point = (digits: string): string => {
  const value = Number.parseInt(digits, 16);
  return value <= 0x10ffff ? String.fromCodePoint(value) : '';
};
/** Returns one byte: bash keeps the lowest eight bits. */
const byte = (digits: string, base: number): string =>
  String.fromCharCode(Number.parseInt(digits.slice(-8), base) & 255);

/**
 * Returns the text of the body of `$'…'`. Source: the bash manual, ANSI-C Quoting; also `\x{…}`, which the
 * manual does not mention. Returns undefined if the text has a NUL, after which bash drops the rest.
 */
export const ansiC = (body: string): string | undefined => {
  const text = body.replace(
    /\\(?:x\{([0-9a-fA-F]*)\}?|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(\\\\|[^])|([^]))/g,
    (_all, braced, hex, short, long, octal, control, other) => {
      if (braced !== undefined) return braced === '' ? '\0' : byte(braced, 16);
      if (hex !== undefined) return byte(hex, 16);
      if (short ?? long) return point(short ?? long);
      if (octal !== undefined) return byte(octal, 8);
      if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 31);
      return single[other] ?? (/['"?\\]/.test(other) ? other : `\\${other}`);
    },
  );
  return text.includes('\0') ? undefined : text;
};
