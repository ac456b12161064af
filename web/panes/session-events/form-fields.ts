import { z } from 'zod';
import type { Json, JsonObject } from '../../../shared/tool/json.ts';

/** A field that a person fills in. */
export interface FormField {
  name: string;
  title: string;
  about?: string | undefined;
  required: boolean;
  kind: 'text' | 'number' | 'check' | 'one' | 'several';
  /** Of "one" and "several". */
  options: { value: string; title: string }[];
  standard?: Json | undefined;
}

const Choices = z.object({
  enum: z.array(z.string()).optional(),
  enumNames: z.array(z.string()).optional(),
  oneOf: z.array(z.object({ const: z.string(), title: z.string().optional() })).optional(),
  anyOf: z.array(z.object({ const: z.string(), title: z.string().optional() })).optional(),
});
const Property = Choices.extend({
  type: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  items: Choices.optional(),
});
const Schema = z.object({
  properties: z.record(z.string(), Property.catch({})),
  required: z.array(z.string()).catch([]),
});

function optionsOf({ enum: names, enumNames, oneOf, anyOf }: z.infer<typeof Choices>) {
  const titled = oneOf ?? anyOf;
  if (titled) return titled.map((one) => ({ value: one.const, title: one.title ?? one.const }));
  return (names ?? []).map((value, at) => ({ value, title: enumNames?.[at] ?? value }));
}

/** The fields of a form. Source: Model Context Protocol, elicitation: an object of plain properties. */
export function fieldsOf(schema: JsonObject): FormField[] {
  const { data } = Schema.safeParse(schema);
  return Object.entries(data?.properties ?? {}).map(([name, property]) => {
    const { type, title = name, description: about } = property;
    const options = optionsOf(type === 'array' ? (property.items ?? {}) : property);
    const isNumber = type === 'number' || type === 'integer';
    const plain = type === 'boolean' ? 'check' : isNumber ? 'number' : 'text';
    const kind = type === 'array' ? 'several' : options.length > 0 ? 'one' : plain;
    const standard = property.default as Json | undefined;
    const required = data?.required.includes(name) === true;
    return { name, title, about, required, kind, options, standard };
  });
}

/** What was filled in; a field that may be empty and is so is left out. */
export function filledIn(
  fields: FormField[],
  typed: Readonly<Record<string, unknown>>,
): JsonObject {
  const rows = fields.flatMap(({ name, kind, required }): [string, Json][] => {
    const value = typed[name];
    if (kind === 'check') return [[name, value === true]];
    if (kind === 'several') return [[name, Array.isArray(value) ? (value as string[]) : []]];
    const text = value === undefined || value === null ? '' : String(value);
    if (text === '' && !(required && kind === 'text')) return [];
    return [[name, kind === 'number' ? Number(text) : text]];
  });
  return Object.fromEntries(rows);
}
