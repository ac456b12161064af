import type { Syntax } from '../../commands/syntax.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { literal } from './literal.ts';
import { ecmaPattern } from './pattern.ts';
import type { OwnTypes } from './types.ts';

/** An attribute `[Name(a, b, Key = c)]`. A value that is no literal is undefined. */
export interface Attribute {
  /** Lower case, without "Attribute". */
  name: string;
  values: (Json | undefined)[];
  /** The source of the positional arguments. */
  written: string[];
  named: Map<string, Json | undefined>;
  /** The source of the named arguments' values. */
  writtenOf: Map<string, string>;
  /** Its range in the script. */
  at: { start: number; end: number };
}

export function readAttribute(node: Syntax): Attribute | undefined {
  const name = node.children.find(({ type }) => type === 'attribute_name');
  if (!name) return undefined;
  const found: Attribute = {
    name: name.text
      .toLowerCase()
      .replace(/^.*\./, '')
      .replace(/attribute$/, ''),
    values: [],
    written: [],
    named: new Map(),
    writtenOf: new Map(),
    at: { start: node.start, end: node.end },
  };
  const list = node.children.find(({ type }) => type === 'attribute_arguments');
  for (const argument of list?.children ?? []) {
    if (argument.type !== 'attribute_argument') continue;
    const key = argument.children.find(({ type }) => type === 'simple_name');
    const value = argument.children.filter((child) => child.named && child !== key).at(-1);
    const read = value && literal(value);
    const shown = read?.ok === true ? read.value : undefined;
    if (!key) found.written.push(argument.text);
    if (key && value) found.writtenOf.set(key.text.toLowerCase(), value.text);
    // `Mandatory` without a value means true.
    if (key) found.named.set(key.text.toLowerCase(), value ? shown : true);
    else if (/^[a-z]\w*$/i.test(argument.text)) found.named.set(argument.text.toLowerCase(), true);
    else if (Array.isArray(shown)) found.values.push(...shown);
    else found.values.push(shown);
  }
  return found;
}

const ranges: Record<string, JsonSchema> = {
  positive: { exclusiveMinimum: 0 },
  nonnegative: { minimum: 0 },
  negative: { exclusiveMaximum: 0 },
  nonpositive: { maximum: 0 },
};

const numbers = (keys: [string, string], [low, high]: (Json | undefined)[]): JsonSchema => ({
  ...(typeof low === 'number' ? { [keys[0]]: low } : {}),
  ...(typeof high === 'number' ? { [keys[1]]: high } : {}),
});

interface Constraint {
  own?: JsonSchema;
  each?: JsonSchema;
  /** The part of the pattern that a schema cannot express; only PowerShell checks it. */
  unheld?: string;
}

/** Returns the constraint of a validation attribute. `each` applies to each item of an array. */
export function constraint(attribute: Attribute, schema: JsonSchema, own?: OwnTypes): Constraint {
  const { name, values, named, written } = attribute;
  const isArray = schema.type === 'array';
  switch (name) {
    case 'validateset': {
      const [, made = ''] = /^\[([\w.]+)\]$/.exec(written[0] ?? '') ?? [];
      const known =
        own?.get(made.toLowerCase())?.values ?? values.filter((value) => value !== undefined);
      // The values that a class computes are unknown before it runs.
      if (known.length === 0) return {};
      const type = isArray ? (schema.items as JsonSchema | undefined)?.type : schema.type;
      return { each: { enum: known.map((value) => (type === 'string' ? String(value) : value)) } };
    }
    case 'validaterange': {
      const kind = /(\w+)['"]?$/.exec(written[0] ?? '')?.[1] ?? '';
      const word = [...named.keys(), kind.toLowerCase()].find((one) => ranges[one]);
      return { each: word ? { ...ranges[word] } : numbers(['minimum', 'maximum'], values) };
    }
    case 'validatelength':
      return { each: numbers(['minLength', 'maxLength'], values) };
    case 'validatecount':
      return { own: numbers(['minItems', 'maxItems'], values) };
    case 'validatepattern':
      return patternOf(attribute);
    case 'validatenotnullorempty':
    case 'validatenotnullorwhitespace':
      if (isArray) return { own: { minItems: 1 } };
      return schema.type === 'string' ? { own: { minLength: 1 } } : {};
    case 'allownull':
      return {};
    default:
      return {};
  }
}

function patternOf({ values: [pattern], writtenOf, written }: Attribute): Constraint {
  if (typeof pattern !== 'string') return { unheld: written[0] ?? '' };
  // The last segments are the members of an enum; its type may precede them.
  const options = writtenOf.get('options')?.replaceAll(/['"()]|\[[\w.]+\]::/g, '');
  const found = ecmaPattern(pattern, options);
  return 'pattern' in found ? { each: found } : found;
}

/**
 * Adds the constraints of every mandatory parameter: no empty string, no empty list, and no empty string in a
 * list. Source: about_Functions_Advanced_Parameters.
 */
export function filled(schema: JsonSchema, written: string, attributes: Attribute[]): JsonSchema {
  const allows = (what: string) => attributes.some(({ name }) => name === `allowempty${what}`);
  const isText = /^\s*(?:system\.)?string\b(?!.*\]\s*\[)/i.test(written) && !allows('string');
  const text = (one: JsonSchema): JsonSchema =>
    isText && one.type === 'string' && one.enum === undefined
      ? { ...one, minLength: Math.max(1, Number(one.minLength ?? 1)) }
      : one;
  if (schema.type !== 'array') return text(schema);
  const items = schema.items as JsonSchema | undefined;
  return {
    ...schema,
    ...(items === undefined ? {} : { items: text(items) }),
    ...(allows('collection') ? {} : { minItems: Math.max(1, Number(schema.minItems ?? 1)) }),
  };
}
