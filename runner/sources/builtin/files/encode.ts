import type { Encoding } from './encoding.ts';

/** Encodes a text with its byte order mark; undefined if the encoding lacks one of its characters. */
export function encode(text: string, { label, mark }: Encoding): Uint8Array | undefined {
  const body = bytesOf(text, label);
  if (body === undefined || mark.length === 0) return body;
  const whole = new Uint8Array(mark.length + body.length);
  whole.set(mark);
  whole.set(body, mark.length);
  return whole;
}

function bytesOf(text: string, label: Encoding['label']): Uint8Array | undefined {
  // A lone surrogate has no encoding and would become another character.
  if (/\p{Surrogate}/u.test(text)) return undefined;
  if (label === 'utf-8') return new TextEncoder().encode(text);
  if (label === 'windows-1252') {
    const letters = new TextDecoder('windows-1252').decode(
      Uint8Array.from({ length: 256 }, (_, at) => at),
    );
    const codes = new Map([...letters].map((letter, code) => [letter, code]));
    const bytes = [...text].map((letter) => codes.get(letter));
    return bytes.some((code) => code === undefined)
      ? undefined
      : Uint8Array.from(bytes as number[]);
  }
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) {
    view.setUint16(at * 2, text.charCodeAt(at), label === 'utf-16le');
  }
  return bytes;
}
