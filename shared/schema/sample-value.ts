import type { Json, JsonSchema } from '../tool/json.ts';
import { isObject } from './json/is-object.ts';

const formats: Record<string, string> = {
  date: '2026-01-05',
  time: '09:30:00Z',
  'date-time': '2026-01-05T09:30:00Z',
  duration: 'P1D',
  email: 'ann@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.org/',
  'uri-reference': '/a',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  regex: '^a',
  'json-pointer': '/a',
};

const number = (value: Json | undefined) => (typeof value === 'number' ? value : undefined);

/** A text of a schema's format and length. */
export function sampleText(schema: JsonSchema, name: string): string {
  const known = typeof schema.format === 'string' ? formats[schema.format] : undefined;
  if (known !== undefined) return known;
  const least = number(schema.minLength) ?? 0;
  const most = number(schema.maxLength) ?? Infinity;
  const text = (name || 'text').padEnd(least, 'x');
  return [...text].slice(0, Math.max(least, Math.min(most, text.length))).join('');
}

/** A number within a schema's bounds: the one nearest to 1. */
export function sampleNumber(schema: JsonSchema, whole: boolean): number {
  const step = number(schema.multipleOf) ?? (whole ? 1 : 0);
  const low = Math.max(
    number(schema.minimum) ?? -Infinity,
    (number(schema.exclusiveMinimum) ?? -Infinity) + (whole ? 1 : Number.EPSILON * 16),
  );
  const high = Math.min(
    number(schema.maximum) ?? Infinity,
    (number(schema.exclusiveMaximum) ?? Infinity) - (whole ? 1 : Number.EPSILON * 16),
  );
  const wanted = Math.min(Math.max(1, low), high);
  if (step === 0) return wanted;
  const up = Math.ceil(wanted / step) * step;
  return up <= high ? up : Math.floor(wanted / step) * step;
}

/** A value that the author gave as one: an example, the default, or the only one there is. */
export function givenValue(schema: JsonSchema): Json | undefined {
  if (Array.isArray(schema.examples) && schema.examples[0] !== undefined) return schema.examples[0];
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  return Array.isArray(schema.enum) ? schema.enum[0] : undefined;
}

/** The first type of a schema that is not null. */
export function mainType(schema: JsonSchema): string | undefined {
  const types = [schema.type].flat().filter((type): type is string => typeof type === 'string');
  const main = types.find((type) => type !== 'null') ?? types[0];
  return main ?? (isObject(schema.properties) ? 'object' : undefined);
}
