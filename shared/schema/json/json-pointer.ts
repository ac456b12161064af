/** A JSON pointer (RFC 6901) further down from `base`. */
export function jsonPointer(base: string, ...tokens: (string | number)[]): string {
  return tokens.reduce<string>(
    (pointer, token) => `${pointer}/${String(token).replace(/~/g, '~0').replace(/\//g, '~1')}`,
    base,
  );
}
