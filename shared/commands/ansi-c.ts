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

const point = (digits: string, base: number): string => {
  const value = Number.parseInt(digits, base);
  return value <= 0x10ffff ? String.fromCodePoint(value) : '';
};

/** The text of `$'…'` without its quotes, as bash's manual describes under ANSI-C quoting. */
export const ansiC = (body: string): string =>
  body.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|(.))/gs,
    (_all, hex, short, long, octal, control, other) => {
      if (hex ?? short ?? long) return point(hex ?? short ?? long, 16);
      if (octal) return point(octal, 8);
      if (control) return String.fromCharCode(control.charCodeAt(0) & 31);
      return single[other] ?? (/['"?\\]/.test(other) ? other : `\\${other}`);
    },
  );
