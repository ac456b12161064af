import { parseJson } from '../../shared/schema/json/parse-json.ts';
import { isObject } from '../../shared/schema/json/values.ts';
import type { JsonObject } from '../../shared/tool/json.ts';

export type ObjectRead = { ok: true; value: JsonObject } | { ok: false; message: string };

/** Reads an option that holds a JSON object; `name` is the option's, for messages. */
export function readObject(name: string, text: string): ObjectRead {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const where = `line ${parsed.line}, column ${parsed.column}`;
    return { ok: false, message: `${name} is not valid JSON: ${parsed.message} (${where})` };
  }
  if (!isObject(parsed.value)) {
    return { ok: false, message: `${name} must be a JSON object, such as {"name": "value"}` };
  }
  return { ok: true, value: parsed.value };
}
