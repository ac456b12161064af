/** What a person typed into a number's input. */
export type TypedNumber =
  | { kind: 'empty' }
  /** `exact` is false where the number cannot hold every digit that was typed. */
  | { kind: 'number'; value: number; exact: boolean }
  /** No number (yet): kept as it was typed, so that nothing is lost. */
  | { kind: 'text'; text: string };

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Reads an input's text as a JSON number; spaces around it, a leading `+` and a bare dot are forgiven. */
export function readNumber(typed: string): TypedNumber {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/^(-?\d+)\.(?=$|[eE])/, '$1');
  if (!JSON_NUMBER.test(plain)) return { kind: 'text', text: typed };
  const value = Number(plain);
  if (!Number.isFinite(value)) return { kind: 'text', text: typed };
  return {
    kind: 'number',
    value,
    exact: !/^-?\d{16,}$/.test(plain) || Number.isSafeInteger(value),
  };
}
