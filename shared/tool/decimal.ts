/** An exact decimal number: `sign * digits * 10^exponent`. `digits` has no zeros at either end. */
export interface Decimal {
  sign: -1 | 0 | 1;
  digits: string;
  exponent: number;
}

const form = /^([-+]?)(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

/** Reads a number as JSON or JavaScript writes it. */
export function decimalOf(text: string): Decimal {
  const [, sign, whole = '', fraction = '', power = '0'] = form.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return { sign: 0, digits: '', exponent: 0 };
  const exponent = Number(power) - fraction.length + all.length - digits.length;
  return { sign: sign === '-' ? -1 : 1, digits, exponent };
}

export const sameDecimal = (a: Decimal, b: Decimal): boolean =>
  a.sign === b.sign && a.digits === b.digits && a.exponent === b.exponent;

export const isWhole = ({ exponent }: Decimal): boolean => exponent >= 0;

/** Negative if `a` is smaller than `b`, 0 if they are equal. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign) return a.sign - b.sign;
  const heads = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (heads !== 0) return a.sign * heads;
  if (a.digits === b.digits) return 0;
  return a.sign * (a.digits < b.digits ? -1 : 1);
}

/** The most digits that are written out. Python limits integers as text to the same number. */
const MOST_DIGITS = 4300;

/** The digits of an integer, without an exponent; undefined if there are too many. */
export function integerText({ sign, digits, exponent }: Decimal): string | undefined {
  if (digits.length + exponent > MOST_DIGITS) return undefined;
  return sign === 0 ? '0' : (sign < 0 ? '-' : '') + digits + '0'.repeat(exponent);
}

/** Whether `a` is a multiple of `b`, which is not 0; undefined if the exponents are too far apart to compute. */
export function isMultiple(a: Decimal, b: Decimal): boolean | undefined {
  const low = Math.min(a.exponent, b.exponent);
  const scaled = [a, b].map((one) =>
    integerText({ ...one, sign: 1, exponent: one.exponent - low }),
  );
  const [left, right] = scaled;
  if (a.sign === 0) return true;
  if (left === undefined || right === undefined) return undefined;
  return BigInt(left) % BigInt(right) === 0n;
}
