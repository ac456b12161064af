import type { Json, JsonSchema } from '../../tool/json.ts';
import type { Losses } from './losses.ts';

/** `enum` and `const` in Gemini's form: a list of texts, and null by `nullable`. */
export function geminiValues(
  result: JsonSchema,
  keyword: 'enum' | 'const',
  value: Json,
  at: string,
  losses: Losses,
): void {
  const values = keyword === 'const' ? [value] : Array.isArray(value) ? value : [];
  const named = values.filter((one) => one !== null);
  if (result.enum !== undefined) {
    losses.drop(at, keyword, 'gemini-beside-values');
    return;
  }
  if (!named.every((one) => typeof one === 'string') || named.length === 0) {
    const list = JSON.stringify(named).slice(1, -1).slice(0, 120);
    losses.drop(at, keyword, 'gemini-enum', { values: list || 'null' });
    return;
  }
  if (keyword === 'const') losses.rewrite(at, keyword, 'gemini-const');
  if (named.length < values.length) {
    losses.rewrite(at, keyword, 'gemini-null');
    result.nullable = true;
  }
  result.enum = named;
  result.type ??= 'string';
}
