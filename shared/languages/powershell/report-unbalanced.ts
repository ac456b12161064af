import type { Report } from './parameters.ts';
import type { Fault } from './scan-text.ts';

const ends: Record<string, string> = {
  '{': '}',
  '(': ')',
  '[': ']',
  '${': '}',
  '<#': '#>',
  "@'": "'@",
  '@"': '"@',
};

/** What is never closed, or closes nothing, at its place. Source: the wordings of PowerShell's parser. */
export function reportUnbalanced({ kind, sign, at }: Fault, report: Report): void {
  const place = { start: at, end: at + sign.length };
  if (kind === 'unopened') {
    const message = `This "${sign}" closes nothing; something is missing before it, or it is one too many`;
    report('error', 'powershell-unopened', place, message, { sign });
    return;
  }
  const end = ends[sign] ?? sign;
  const message = `This "${sign}" is never closed; the "${end}" for it is missing`;
  report('error', 'powershell-unclosed', place, message, { sign, end });
}
