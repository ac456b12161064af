import { check } from '../../../shared/schema/check.ts';
import { parseJson } from '../../../shared/schema/json/parse-json.ts';
import type { Json, JsonSchema } from '../../../shared/tool/json.ts';

/** The limit of reported issues, since a model cannot fix more at once. */
const MOST_ISSUES = 20;

const fenced = /^```\w*\n(.*?)\n?```$/s;

/** Parses an agent's final answer and checks it against the schema; returns the value or all issues. */
export function checkOutput(
  schema: JsonSchema,
  answer: string,
): { ok: true; value: Json } | { ok: false; message: string } {
  const text = answer.trim();
  // Models wrap JSON in a fence even if told otherwise.
  const parsed = parseJson(fenced.exec(text)?.[1] ?? text);
  if (!parsed.ok) {
    const where = `line ${parsed.line}, column ${parsed.column}`;
    return { ok: false, message: `it is invalid JSON: ${parsed.message} (${where})` };
  }
  const checked = check(schema, parsed.value);
  if (checked.ok) return { ok: true, value: parsed.value };
  const said = checked.issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return { ok: false, message: said.join('; ') };
}

/** Returns the message that asks the model once to fix its answer. */
export const mendRequest = (message: string): string =>
  `Your answer does not fit the JSON Schema that it has to fit: ${message}

Answer again: with JSON alone, without a word or a fence around it, that fits the schema.`;
