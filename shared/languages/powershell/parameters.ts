import type { Syntax } from '../../commands/syntax.ts';
import type { JsonSchema } from '../../tool/json.ts';
import type { Severity } from '../../tool/problem.ts';
import { constraint, readAttribute } from './attributes.ts';
import type { Attribute } from './attributes.ts';
import type { Help } from './help.ts';
import { literal } from './literal.ts';
import { typeSchema } from './types.ts';

export type Report = (
  severity: Severity,
  code: string,
  at: { start: number; end: number },
  message: string,
  values: Record<string, string>,
) => void;

export interface Parameters {
  properties: Record<string, JsonSchema>;
  required: string[];
  hidden: string[];
}

/** The parameters of a list. `beside` gives the comment that stands with one, for those without help. */
export function readParameters(
  list: Syntax | undefined,
  help: Help | undefined,
  beside: (parameter: Syntax) => string,
  report: Report,
): Parameters {
  const found: Parameters = { properties: {}, required: [], hidden: [] };
  for (const node of list?.children ?? []) {
    const variable = node.children.find(({ type }) => type === 'variable');
    if (node.type !== 'script_parameter' || !variable) continue;
    const name = variable.text.replace(/^\$\{?(.*?)\}?$/, '$1');
    const attributes = attributesOf(node);
    const parameter = attributes.flatMap((attribute) =>
      attribute.name === 'parameter' ? [attribute] : [],
    );
    if (parameter.some(({ named }) => named.get('dontshow') === true)) {
      found.hidden.push(name);
      continue;
    }
    let schema = typeOf(node, name, report);
    for (const attribute of attributes) schema = constrained(schema, attribute);
    const message = parameter.map(({ named }) => named.get('helpmessage')).find(Boolean);
    const text =
      help?.parameters.get(name.toLowerCase()) ||
      beside(node) ||
      (typeof message === 'string' ? message : '');
    if (text) schema = { ...schema, description: text };
    const value = defaultOf(node, name, report);
    if (value !== undefined) schema = { ...schema, default: value };
    const mandatory = parameter.filter(({ named }) => named.get('mandatory') === true);
    if (mandatory.length > 0 && mandatory.length === parameter.length) {
      if (mandatory.every(({ named }) => named.has('parametersetname'))) {
        report(
          'info',
          'parameter-set',
          variable,
          `"${name}" is mandatory in some of the parameter sets, so no model is made to give it`,
          { name },
        );
      } else found.required.push(name);
    }
    found.properties[name] = schema;
  }
  return found;
}

const listed = (node: Syntax): Syntax[] =>
  node.children.flatMap((child) =>
    child.type === 'attribute_list'
      ? child.children.filter(({ type }) => type === 'attribute')
      : [],
  );

const attributesOf = (node: Syntax): Attribute[] =>
  listed(node).flatMap((attribute) => readAttribute(attribute) ?? []);

/** The type constraint nearest to the variable. Attributes are types to .NET, and none of this. */
function typeOf(node: Syntax, name: string, report: Report): JsonSchema {
  const literals = listed(node).flatMap(({ children }) =>
    children.filter(({ type }) => type === 'type_literal'),
  );
  const type = literals.at(-1);
  if (!type) {
    report('info', 'no-type', node, `"${name}" has no type, so any value fits`, { name });
    return {};
  }
  const written = type.text.slice(1, -1);
  const schema = typeSchema(written);
  if (schema) return schema;
  report(
    'info',
    'unknown-type',
    type,
    `The type "${written}" of "${name}" is not known here; PowerShell makes it of a text`,
    { name, type: written },
  );
  return { type: 'string' };
}

function constrained(schema: JsonSchema, attribute: Attribute): JsonSchema {
  const { own, each } = constraint(attribute, schema);
  if (own) return { ...schema, ...own };
  if (!each) return schema;
  if (schema.type !== 'array') return { ...schema, ...each };
  return { ...schema, items: { ...(schema.items as JsonSchema | undefined), ...each } };
}

function defaultOf(node: Syntax, name: string, report: Report) {
  const given = node.children.find(({ type }) => type === 'script_parameter_default');
  const value = given?.children.filter((child) => child.named).at(-1);
  if (!value) return undefined;
  const read = literal(value);
  if (read.ok) return read.value ?? undefined;
  report(
    'info',
    'default-not-literal',
    value,
    `The default "${value.text}" of "${name}" is worked out when the function runs, so it cannot be shown`,
    { name, default: value.text },
  );
  return undefined;
}
