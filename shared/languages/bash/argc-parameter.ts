import type { Json, JsonSchema } from '../../tool/json.ts';

export interface ArgcParameter {
  /** As the schema names it: hyphens are underscores. */
  name: string;
  schema: JsonSchema;
  required: boolean;
}

const named = /^(?:-\w\s+)?--([A-Za-z][\w-]*)(.*)$|^-([A-Za-z])(?![\w-])(.*)$/;
const placed = /^([A-Za-z][\w-]*)(.*)$/;
/** The sign, the choices, the default, the notations, the text: each may be absent. */
const rest =
  /^([!*+~](?:[,;:@|/])?)?(?:\[(=)?([^\]]*)\])?(=(?:`[^`]*`|"[^"]*"|'[^']*'|\S+))?([!*+])?((?:\s+<[^>]+>)*)(?:\s+(.*))?$/;

const types: Record<string, JsonSchema> = {
  INT: { type: 'integer' },
  INTEGER: { type: 'integer' },
  NUM: { type: 'number' },
  NUMBER: { type: 'number' },
  FLOAT: { type: 'number' },
  BOOL: { type: 'boolean' },
};

/** Reads what follows `@option`, `@flag` or `@arg`; undefined where that is none. */
export function readParameter(
  kind: 'option' | 'flag' | 'arg',
  text: string,
): ArgcParameter | undefined {
  const [, long, behind, short = '', other = ''] =
    (kind === 'arg' ? placed : named).exec(text) ?? [];
  const [name, tail] = long === undefined ? [short, other] : [long, behind ?? ''];
  const parts = rest.exec(tail);
  if (name === '' || !parts) return undefined;
  const [, before, first, choices, given, after, notation = '', description = ''] = parts;
  const sign = (before ?? after ?? '')[0] ?? '';
  const schema: JsonSchema = kind === 'flag' ? flag(sign) : typed(notation);
  const known = choices === undefined || choices.startsWith('`') ? [] : choices.split('|');
  if (known.length > 0) schema.enum = known.map((choice) => asType(choice, schema));
  const fallback = first === '=' ? known[0] : given?.slice(1).replace(/^(["'])(.*)\1$/, '$2');
  const isMany = kind !== 'flag' && /[*+]/.test(sign);
  const whole: JsonSchema = isMany ? { type: 'array', items: schema } : schema;
  // A default in backticks is what a command of the script prints.
  if (fallback !== undefined && !fallback.startsWith('`') && !isMany) {
    whole.default = asType(fallback, schema);
  }
  if (description !== '') whole.description = description.trim();
  if (isMany && sign === '+') whole.minItems = 1;
  const required = kind !== 'flag' && /[!+]/.test(sign);
  return { name: name.replaceAll('-', '_'), schema: whole, required };
}

const flag = (sign: string): JsonSchema =>
  sign === '*' ? { type: 'integer', minimum: 0 } : { type: 'boolean' };

function typed(notation: string): JsonSchema {
  const [, word = ''] = /<([^>]+)>/.exec(notation) ?? [];
  return { ...(types[word.toUpperCase()] ?? { type: 'string' }) };
}

function asType(text: string, { type }: JsonSchema): Json {
  const number = Number(text);
  const isNumber = (type === 'integer' || type === 'number') && Number.isFinite(number);
  return isNumber ? number : text;
}
