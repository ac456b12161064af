import type { JsonSchema } from '../../tool/json.ts';
import type { Losses } from './losses.ts';
import { ROOT } from './visible.ts';

/** Providers that refuse alternatives at the root take the schema without them. */
export function dropAlternatives(schema: JsonSchema, provider: string, losses: Losses): JsonSchema {
  const kept: JsonSchema = { ...schema };
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    if (!(keyword in kept)) continue;
    delete kept[keyword];
    losses.drop(ROOT, keyword, `${provider} takes no "${keyword}" at the root of the parameters`);
  }
  return kept;
}
