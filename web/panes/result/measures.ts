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

/** A duration as a person reads it: `3 ms`, `1.2 s`, `2 min 5 s`. Input in milliseconds. */
export function duration(ms: number): string {
  if (ms < 1) return '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** How many code points a text has; what a person would count as characters, nearly. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) {
    if (text.charCodeAt(at) >> 10 === 0x37 && text.charCodeAt(at - 1) >> 10 === 0x36) count--;
  }
  return count;
}

/** Bytes of a text in UTF-8, without encoding it. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && text.charCodeAt(at + 1) >> 10 === 0x37) {
      bytes += 4;
      at++;
    } else bytes += 3;
  }
  return bytes;
}
