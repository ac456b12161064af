import type { Arguments } from '../../../shared/tool/json.ts';

const LENGTH = 24;

/** A name for arguments that are kept as a sample, made of their values: `12.5 * 8`. */
export function sampleName(args: Arguments, taken: readonly string[]): string {
  const words = Object.values(args).map((value) =>
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  );
  const line = [...words.join(' ').replace(/\s+/g, ' ').trim()];
  const base =
    (line.length > LENGTH
      ? line
          .slice(0, LENGTH - 1)
          .join('')
          .trimEnd() + '…'
      : line.join('')) || 'sample';
  let name = base;
  for (let number = 2; taken.includes(name); number++) name = `${base} ${number}`;
  return name;
}
