import { setIn } from '../../shared/formats/edit-definition.ts';
import { parseJson } from '../../shared/schema/json/parse-json.ts';
import type { JsonObject } from '../../shared/tool/json.ts';

/** samples.json with one more sample; undefined when the text is no list, which only its author can mend. */
export const withSample = (text: string | undefined, sample: JsonObject): string | undefined => {
  if (text === undefined || text.trim() === '') return `${JSON.stringify([sample], null, 2)}\n`;
  const parsed = parseJson(text);
  if (!parsed.ok || !Array.isArray(parsed.value)) return undefined;
  return setIn(text, [parsed.value.length], sample);
};
