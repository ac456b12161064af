import type { Json } from '../../../../shared/tool/json.ts';

const { parse, stringify } = JSON;

/** A value as JSON has it; undefined where it has none, such as for what refers to itself. */
export function toJson(value: unknown): Json | undefined {
  try {
    const text = stringify(value, (_, one: unknown) =>
      typeof one === 'bigint' ? one.toString() : one,
    ) as string | undefined;
    return text === undefined ? undefined : (parse(text) as Json);
  } catch {
    return undefined;
  }
}
