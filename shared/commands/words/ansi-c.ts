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
/** A byte: bash keeps the lowest eight bits of what is written. */
const byte = (digits: string, base: number): string =>
  String.fromCharCode(Number.parseInt(digits.slice(-8), base) & 255);

/**
 * The text of `$'…'` without its quotes, as bash's manual describes under ANSI-C quoting, and with
 * `\x{…}`, which it does not mention. Undefined with a NUL, where bash drops what follows.
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
