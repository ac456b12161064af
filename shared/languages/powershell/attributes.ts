import type { Syntax } from '../../commands/syntax.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { literal } from './literal.ts';
import type { OwnTypes } from './types.ts';

/** `[Name(a, b, Key = c)]`: literals alone; what is worked out is undefined. */
export interface Attribute {
  /** Lower case, without "Attribute". */
  name: string;
  values: (Json | undefined)[];
  /** The arguments without a name, as they are written. */
  written: string[];
  named: Map<string, Json | undefined>;
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
  };
  const list = node.children.find(({ type }) => type === 'attribute_arguments');
  for (const argument of list?.children ?? []) {
    if (argument.type !== 'attribute_argument') continue;
    const key = argument.children.find(({ type }) => type === 'simple_name');
    const value = argument.children.filter((child) => child.named && child !== key).at(-1);
    const read = value && literal(value);
    const shown = read?.ok === true ? read.value : undefined;
    if (!key) found.written.push(argument.text);
    // `Mandatory` alone means that it is so.
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

/** What a validation attribute says of a value. Those of an array's pieces are told from its own. */
export function constraint(
  { name, values, named, written }: Attribute,
  schema: JsonSchema,
  own?: OwnTypes,
): { own?: JsonSchema; each?: JsonSchema } {
  const isArray = schema.type === 'array';
  switch (name) {
    case 'validateset': {
      const [, made = ''] = /^\[([\w.]+)\]$/.exec(written[0] ?? '') ?? [];
      const known =
        own?.get(made.toLowerCase())?.values ?? values.filter((value) => value !== undefined);
      // What a class answers when it is asked is not known before.
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
      return typeof values[0] === 'string' ? { each: { pattern: values[0] } } : {};
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
