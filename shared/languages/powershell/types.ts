import type { Syntax } from '../../commands/syntax.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { literal } from './literal.ts';

/** An enum or a class that the script defines. */
export interface OwnType {
  schema: JsonSchema;
  /** The result of its `GetValidValues`, if that is a list of literals. */
  values?: Json[];
}

/** By name in lower case. */
export type OwnTypes = ReadonlyMap<string, OwnType>;

const names: Record<string, JsonSchema> = {};
const say = (schema: JsonSchema, words: string) => {
  for (const word of words.split(' ')) names[word] = schema;
};
say(
  { type: 'integer' },
  'int int16 int32 int64 long short byte sbyte uint16 uint32 uint64 uint ulong ushort bigint numerics.biginteger',
);
say({ type: 'number' }, 'double single float decimal');
say(
  { type: 'boolean' },
  'bool boolean switch switchparameter management.automation.switchparameter',
);
say(
  { type: 'string' },
  'string char timespan version io.fileinfo io.directoryinfo ipaddress net.ipaddress mailaddress cultureinfo',
);
say({ type: 'string', format: 'date-time' }, 'datetime datetimeoffset');
say({ type: 'string', format: 'uuid' }, 'guid');
say({ type: 'string', format: 'uri' }, 'uri');
say({ type: 'string', format: 'regex' }, 'regex text.regularexpressions.regex');
say({ type: 'array' }, 'array collections.arraylist collections.ilist');
say(
  { type: 'object' },
  'hashtable collections.hashtable ordered collections.idictionary collections.specialized.ordereddictionary pscustomobject psobject management.automation.psobject',
);
say({}, 'object');
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
say({ type: 'string', enum: days }, 'dayofweek');
const bright = ['Gray', 'Blue', 'Green', 'Cyan', 'Red', 'Magenta', 'Yellow'];
const colors = [
  'Black',
  ...bright.slice(1).map((name) => `Dark${name}`),
  'DarkGray',
  ...bright,
  'White',
];
say({ type: 'string', enum: colors }, 'consolecolor');

/** Types that cannot be made from JSON. */
export const isUnmade = (written: string): boolean =>
  /^(?:system\.)?(?:(?:management\.automation\.)?(?:scriptblock|pscredential|ref|psreference|runspaces\.pssession)|security\.securestring|securestring|text\.encoding|cimsession|intptr)(?:\[\])*$/i.test(
    written.trim(),
  );

/** Returns the schema of a type from the text between its brackets, or undefined if the type is unknown. */
export function typeSchema(written: string, own?: OwnTypes): JsonSchema | undefined {
  const text = written.replaceAll(/\s/g, '');
  const array = /^(.*)\[,*\]$/.exec(text);
  if (array) return arrayOf(array[1] ?? '', own);
  const made = own?.get(text.toLowerCase());
  if (made) return { ...made.schema };
  const generic = /^([\w.]+)(?:`\d)?\[(.*)\]$/.exec(text);
  if (generic) {
    const name = bare(generic[1] ?? '');
    const inner = (generic[2] ?? '').replace(/^\[([^[\]]*)\]$/, '$1');
    if (name === 'nullable') {
      const schema = typeSchema(inner, own);
      return schema && { anyOf: [schema, { type: 'null' }] };
    }
    // Namespaces contain these words, too.
    const last = name.slice(name.lastIndexOf('.') + 1);
    if (last.endsWith('dictionary') || last === 'sortedlist') return dictionaryOf(inner, own);
    if (/list|collection|enumerable|set$/.test(last)) return arrayOf(inner, own);
    return undefined;
  }
  const known = names[bare(text)];
  return known && { ...known };
}

function arrayOf(inner: string, own?: OwnTypes): JsonSchema | undefined {
  const items = typeSchema(inner, own);
  if (items === undefined) return { type: 'array', items: { type: 'string' } };
  return Object.keys(items).length === 0 ? { type: 'array' } : { type: 'array', items };
}

/** Returns the schema of a dictionary: string keys, and values of the type after the first comma. */
function dictionaryOf(inner: string, own?: OwnTypes): JsonSchema {
  const [, written = ''] = /^\[?[^,[\]]*\]?,\[?(.*?)\]?$/.exec(inner) ?? [];
  const values = typeSchema(written.endsWith('[') ? `${written}]` : written, own);
  const isAny = values === undefined || Object.keys(values).length === 0;
  return { type: 'object', ...(isAny ? {} : { additionalProperties: values }) };
}

const bare = (name: string) => name.toLowerCase().replace(/^system\./, '');

/** Returns the enums and classes of a script. */
export function ownTypes(statements: Syntax[], source: string): OwnTypes {
  const found = new Map<string, OwnType>();
  for (const node of statements) {
    const name = node.children.find(({ type }) => type === 'simple_name')?.text.toLowerCase() ?? '';
    if (node.type === 'enum_statement') found.set(name, { schema: enumSchema(node, source) });
    if (node.type === 'class_statement') found.set(name, classType(node, name, found));
  }
  return found;
}

/** Flags can be combined, so their members are no closed list. */
function enumSchema(node: Syntax, source: string): JsonSchema {
  const before = source.slice(source.lastIndexOf('}', node.start) + 1, node.start);
  if (/\[(?:System\.)?Flags(?:Attribute)?\(\)\]\s*$/i.test(before)) return { type: 'string' };
  const members = node.children.filter(({ type }) => type === 'enum_member');
  const names = members.flatMap(
    ({ children }) => children.find(({ type }) => type === 'simple_name')?.text ?? [],
  );
  return { type: 'string', enum: names };
}

/**
 * Returns the type of a class. PowerShell converts a hashtable to a class with a parameterless constructor.
 */
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

/** Returns the strings of a method that only returns a list of them. */
function listIn({ text }: Syntax): Json[] | undefined {
  const [, list] =
    /\breturn\s+(?:\[[\w.[\]]+\]\s*)*@?\(?((?:\s*(?:'[^']*'|"[^"$`]*")\s*,?)+)/i.exec(text) ?? [];
  return list?.match(/'[^']*'|"[^"]*"/g)?.map((word) => word.slice(1, -1));
}
