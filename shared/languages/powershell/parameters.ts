import type { Syntax } from '../../commands/syntax.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import type { Severity } from '../../tool/problem/problem.ts';
import type { ProblemCode } from '../../tool/problem/problem-codes.ts';
import { constraint, filled, readAttribute } from './attributes.ts';
import type { Attribute } from './attributes.ts';
import type { Help } from './comments.ts';
import { literal } from './literal.ts';
import type { OwnTypes } from './types.ts';
import { isUnmade, typeSchema } from './types.ts';

declare module '../../tool/problem/problem-codes.ts' {
  interface ProblemCodes {
    powershell:
      | 'powershell-empty'
      | 'powershell-unclosed'
      | 'powershell-unopened'
      | 'powershell-syntax'
      | 'powershell-missed'
      | 'bad-config'
      | 'unmade-type'
      | 'parameter-set'
      | 'pattern-not-ecma';
  }
}

export type Report = (
  severity: Severity,
  code: ProblemCode,
  at: { start: number; end: number },
  message: string,
  values: Record<string, string>,
) => void;

export interface Parameters {
  properties: Record<string, JsonSchema>;
  required: string[];
  hidden: string[];
}

/**
 * Reads the parameters of a list. `beside` returns the comment next to a parameter, for parameters without
 * help.
 */
export function readParameters(
  list: Syntax | undefined,
  help: Help | undefined,
  beside: (parameter: Syntax) => string,
  report: Report,
  own: OwnTypes,
): Parameters {
  const found: Parameters = { properties: {}, required: [], hidden: [] };
  const sets = allSets(list);
  for (const node of list?.children ?? []) {
    const variable = node.children.find(({ type }) => type === 'variable');
    if (node.type !== 'script_parameter' || !variable) continue;
    const name = variable.text.replace(/^\$\{?(.*?)\}?$/, '$1');
    const attributes = attributesOf(node);
    const parameter = attributes.flatMap((attribute) =>
      attribute.name === 'parameter' ? [attribute] : [],
    );
    const mandatory = parameter.filter(({ named }) => isOn(named.get('mandatory')));
    const isHidden = parameter.some(({ named }) => isOn(named.get('dontshow')));
    const written = writtenType(node)?.text.slice(1, -1) ?? '';
    if (isHidden || (mandatory.length === 0 && isUnmade(written))) {
      found.hidden.push(name);
      continue;
    }
    let schema = typeOf(node, name, report, own);
    for (const attribute of attributes) {
      const { unheld, ...said } = constraint(attribute, schema, own);
      schema = constrained(schema, said);
      if (unheld !== undefined) reportPattern(attribute.at, name, unheld, report);
    }
    if (mandatory.length > 0) schema = filled(schema, written, attributes);
    const message = parameter.map(({ named }) => named.get('helpmessage')).find(Boolean);
    const text =
      help?.parameters.get(name.toLowerCase()) ||
      beside(node) ||
      (typeof message === 'string' ? message : '');
    if (text) schema = { ...schema, description: text };
    const value = defaultOf(node, name, schema, report);
    if (value !== undefined) schema = { ...schema, default: value };
    if (mandatory.length > 0 && mandatory.length === parameter.length) {
      const within = mandatory.map(setOf);
      if (!within.includes(ALL) && ![...sets].every((set) => within.includes(set))) {
        report(
          'info',
          'parameter-set',
          variable,
          `"${name}" is mandatory only in some parameter sets, so models may omit it`,
          { name },
        );
      } else found.required.push(name);
    }
    found.properties[name] = schema;
  }
  return found;
}

/** PowerShell converts any number except 0 to true. */
const isOn = (value: Json | undefined) =>
  value === true || (typeof value === 'number' && value !== 0);

const listed = (node: Syntax): Syntax[] =>
  node.children.flatMap((child) =>
    child.type === 'attribute_list'
      ? child.children.filter(({ type }) => type === 'attribute')
      : [],
  );

const attributesOf = (node: Syntax): Attribute[] =>
  listed(node).flatMap((attribute) => readAttribute(attribute) ?? []);

/** The name of the parameter set that means every set, also by default. */
const ALL = '__allparametersets';

const setOf = ({ named }: Attribute): string =>
  String(named.get('parametersetname') ?? ALL).toLowerCase();

/** Returns the names of the parameter sets of a list. */
const allSets = (list: Syntax | undefined): Set<string> =>
  new Set(
    (list?.children ?? [])
      .flatMap(attributesOf)
      .flatMap((attribute) => (attribute.name === 'parameter' ? [setOf(attribute)] : []))
      .filter((set) => set !== ALL),
  );

const writtenType = (node: Syntax): Syntax | undefined =>
  listed(node)
    .flatMap(({ children }) => children.filter(({ type }) => type === 'type_literal'))
    .at(-1);

/** Returns the schema of the type constraint next to the variable. Attributes are no type constraints. */
function typeOf(node: Syntax, name: string, report: Report, own: OwnTypes): JsonSchema {
  const type = writtenType(node);
  if (!type) {
    report('info', 'no-type', node, `"${name}" has no type, so any value is accepted`, { name });
    return {};
  }
  const written = type.text.slice(1, -1);
  const schema = typeSchema(written, own);
  if (schema) return schema;
  if (isUnmade(written)) {
    const message = `JSON cannot represent "${written}", so models cannot pass "${name}" and a call that does fails`;
    report('warning', 'unmade-type', type, message, { name, type: written });
    return {};
  }
  report(
    'info',
    'unknown-type',
    type,
    `The type "${written}" of "${name}" is unknown; PowerShell will convert it from text`,
    { name, type: written },
  );
  return { type: 'string' };
}

function reportPattern(at: Attribute['at'], name: string, unheld: string, report: Report): void {
  const message = `JSON Schema cannot express "${unheld}" in the pattern of "${name}", so models do not see it and only PowerShell checks it`;
  report('info', 'pattern-not-ecma', at, message, { name, unheld });
}

function constrained(
  schema: JsonSchema,
  { own, each }: { own?: JsonSchema; each?: JsonSchema },
): JsonSchema {
  if (own) return { ...schema, ...own };
  if (!each) return schema;
  if (schema.type !== 'array') return { ...schema, ...each };
  return { ...schema, items: { ...(schema.items as JsonSchema | undefined), ...each } };
}

function defaultOf(node: Syntax, name: string, schema: JsonSchema, report: Report) {
  const given = node.children.find(({ type }) => type === 'script_parameter_default');
  const value = given?.children.filter((child) => child.named).at(-1);
  if (!value) return undefined;
  const read = literal(value);
  if (read.ok) return read.value ?? undefined;
  // A member of the enum that is the parameter's type.
  const [, member = ''] = /^\[[\w.]+\]::(\w+)$/.exec(value.text) ?? [];
  const known = Array.isArray(schema.enum) ? schema.enum : [];
  const meant = known.find((one) => String(one).toLowerCase() === member.toLowerCase());
  if (meant !== undefined) return meant;
  report(
    'info',
    'default-not-literal',
    value,
    `The default "${value.text}" of "${name}" is computed when the function runs, so it cannot be shown`,
    { name, default: value.text },
  );
  return undefined;
}
