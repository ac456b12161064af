import { writeJson } from '../../../shared/tool/exact-number.ts';
import { setIn } from '../../../shared/formats/edit-definition.ts';
import { parseJson } from '../../../shared/schema/json/parse-json.ts';
import type { Arguments, JsonObject } from '../../../shared/tool/json.ts';
import type { Sample } from '../../../shared/tool/sample.ts';

const LENGTH = 24;

/**
 * samples.json with one more sample; undefined when the text is no list, which only its author can mend. A new
 * file begins with those that were `shown` until then, since it is the whole list from then on.
 */
export const withSample = (
  text: string | undefined,
  sample: JsonObject,
  shown: readonly Sample[] = [],
): string | undefined => {
  if (text === undefined) return `${writeJson([...shown, sample], 2)}\n`;
  if (text.trim() === '') return `${writeJson([sample], 2)}\n`;
  const parsed = parseJson(text);
  if (!parsed.ok || !Array.isArray(parsed.value)) return undefined;
  return setIn(text, [parsed.value.length], sample);
};

/** A name for arguments that are kept as a sample, made of their values: `12.5 * 8`. */
export function sampleName(args: Arguments, taken: readonly string[]): string {
  const words = Object.values(args).map((value) =>
    typeof value === 'string' ? value : (writeJson(value) ?? ''),
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
