import type { Syntax } from '../../commands/syntax.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { literal } from './literal.ts';
import { typeSchema } from './types.ts';
import type { OwnType, OwnTypes } from './types.ts';

/** The enums and classes of a script. */
export function ownTypes(statements: Syntax[], source: string): OwnTypes {
  const found = new Map<string, OwnType>();
  for (const node of statements) {
    const name = node.children.find(({ type }) => type === 'simple_name')?.text.toLowerCase() ?? '';
    if (node.type === 'enum_statement') found.set(name, { schema: enumSchema(node, source) });
    if (node.type === 'class_statement') found.set(name, classType(node, name, found));
  }
  return found;
}

/** Members of flags can be given together, so they are no closed list. */
function enumSchema(node: Syntax, source: string): JsonSchema {
  const before = source.slice(source.lastIndexOf('}', node.start) + 1, node.start);
  if (/\[(?:System\.)?Flags(?:Attribute)?\(\)\]\s*$/i.test(before)) return { type: 'string' };
  const members = node.children.filter(({ type }) => type === 'enum_member');
  const names = members.flatMap(
    ({ children }) => children.find(({ type }) => type === 'simple_name')?.text ?? [],
  );
  return { type: 'string', enum: names };
}

/** A hashtable becomes an object of a class that can be made from nothing. */
function classType(node: Syntax, name: string, known: OwnTypes): OwnType {
  const properties: Record<string, JsonSchema> = {};
  let values: Json[] | undefined;
  const makers: Syntax[] = [];
  for (const part of node.children) {
    const called = part.children.find(({ type }) => type === 'simple_name')?.text.toLowerCase();
    if (part.type === 'class_method_definition' && called === name) makers.push(part);
    if (part.type === 'class_method_definition' && called === 'getvalidvalues')
      values = listIn(part);
    const variable = part.children.find(({ type }) => type === 'variable');
    const isOwn = !part.children.some(({ type }) => type === 'class_attribute');
    if (part.type !== 'class_property_definition' || !variable || !isOwn) continue;
    const written = part.children.find(({ type }) => type === 'type_literal')?.text.slice(1, -1);
    const value = literal(part.children.filter(({ named }) => named).at(-1) ?? part);
    properties[variable.text.slice(1)] = {
      ...(written === undefined ? {} : (typeSchema(written, known) ?? { type: 'string' })),
      ...(value.ok && value.value !== null ? { default: value.value } : {}),
    };
  }
  const isMade =
    makers.length === 0 ||
    makers.some(
      ({ children }) => !children.some(({ type }) => type === 'class_method_parameter_list'),
    );
  return { schema: isMade ? { type: 'object', properties } : {}, ...(values ? { values } : {}) };
}

/** The texts of a method that does nothing but return a list of them. */
function listIn({ text }: Syntax): Json[] | undefined {
  const [, list] =
    /\breturn\s+(?:\[[\w.[\]]+\]\s*)*@?\(?((?:\s*(?:'[^']*'|"[^"$`]*")\s*,?)+)/i.exec(text) ?? [];
  return list?.match(/'[^']*'|"[^"]*"/g)?.map((word) => word.slice(1, -1));
}
