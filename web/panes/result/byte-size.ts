const UNITS = ['B', 'KB', 'MB', 'GB'];

/** A size as a person reads it: `6 B`, `12 KB`, `1.4 MB`; a KB has 1000 bytes. */
export function byteSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}
