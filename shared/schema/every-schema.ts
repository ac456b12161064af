import type { JsonSchema } from '../tool/json.ts';
import { jsonPointer } from './json/json-pointer.ts';
import { subschemas } from './subschemas.ts';

/** Each schema object of a document with its JSON pointer, the root first. */
export function* everySchema(
  root: JsonSchema,
  pointer = '',
): Generator<{ schema: JsonSchema; pointer: string }> {
  const open = [{ schema: root, pointer }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    yield next;
    for (const { tokens, schema } of subschemas(next.schema)) {
      if (typeof schema === 'object') {
        open.push({ schema, pointer: jsonPointer(next.pointer, ...tokens) });
      }
    }
  }
}
