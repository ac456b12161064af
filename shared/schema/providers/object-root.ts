import type { JsonSchema } from '../../tool/json.ts';
import { flatten } from './flatten.ts';
import type { Losses } from './losses.ts';
import { rootAlternatives } from './root-alternatives.ts';
import { Source } from './source.ts';
import { ROOT } from './visible.ts';

const COMBINED = ['$ref', 'allOf', 'anyOf', 'oneOf'];

/**
 * A schema for a provider that takes JSON Schema as it is, but at the root only a plain object: no
 * reference, no combination, and none of the `refused` keywords.
 */
export function objectRoot(
  schema: JsonSchema,
  provider: string,
  refused: string[],
  losses: Losses,
): JsonSchema {
  if (![...COMBINED, ...refused].some((keyword) => keyword in schema)) return schema;
  const source = new Source(schema, losses);
  const { flat } = flatten(source.root, ROOT, source, () => true);
  rootAlternatives(flat, provider, source);
  for (const keyword of refused) {
    const found = flat.get(keyword);
    if (!found) continue;
    losses.drop(found.at, keyword, 'not-at-root', { provider, keyword });
    flat.delete(keyword);
  }
  return Object.fromEntries([...flat].map(([keyword, { value }]) => [keyword, value]));
}
