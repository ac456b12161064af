import type { Syntax } from '../../commands/syntax.ts';
import type { Json } from '../../tool/json.ts';

type Literal = { ok: true; value: Json } | { ok: false };
const no: Literal = { ok: false };
const yes = (value: Json): Literal => ({ ok: true, value });

const constants: Record<string, Json> = { $true: true, $false: false, $null: null };
/** Known static members of types. */
const statics: Record<string, Json> = {
  '[string]::empty': '',
  ...Object.fromEntries(
    ['int', 'int32'].flatMap((type) => [
      [`[${type}]::maxvalue`, 2 ** 31 - 1],
      [`[${type}]::minvalue`, -(2 ** 31)],
    ]),
  ),
};
/** Casts that do not change the value of a literal. */
const casts =
  /^\[(?:system\.)?(?:ordered|pscustomobject|hashtable|string|char|int(?:16|32|64)?|long|short|byte|double|single|float|decimal|bool|datetime|timespan|version|uri|guid|regex|object)(?:\[\])?\]$/i;
const LONGEST_RANGE = 100;
const units: Record<string, number> = { kb: 1, mb: 2, gb: 3, tb: 4, pb: 5 };

/** Returns the value of a literal expression. Evaluates nothing that could depend on a run. */
export function literal(node: Syntax): Literal {
  const named = node.children.filter((child) => child.named && child.type !== 'comment');
  switch (node.type) {
    case 'variable': {
      const name = node.text.toLowerCase();
      return Object.hasOwn(constants, name) ? yes(constants[name] ?? null) : no;
    }
    case 'integer_literal':
    case 'real_literal':
      return number(node.text);
    case 'string_literal':
      return string(node);
    case 'array_expression':
      return array(node);
    case 'hash_literal_expression':
      return hash(node);
    case 'cast_expression':
      return cast(named);
    case 'member_access': {
      const name = node.text.toLowerCase().replaceAll(/\s/g, '');
      return Object.hasOwn(statics, name) ? yes(statics[name] ?? null) : no;
    }
    case 'range_expression':
      if (named.length > 1) return rangeOf(named);
      break;
    case 'expression_with_unary_operator': {
      const [inner] = named;
      if (inner?.type === 'cast_expression')
        return cast(inner.children.filter((child) => child.named));
      const value = inner ? literal(inner) : no;
      if (!value.ok || typeof value.value !== 'number' || !/^[-+\u2013-\u2015]/.test(node.text))
        return no;
      return yes(!node.text.startsWith('+') ? -value.value : value.value);
    }
    case 'array_literal_expression':
      if (named.length > 1) return all(named);
      break;
    case 'parenthesized_expression': {
      // In parentheses, the grammar parses a range as a command name.
      const [, from, to] = /^\(\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*\)$/.exec(node.text) ?? [];
      if (from !== undefined) return range(Number(from), Number(to));
      break;
    }
    case 'command':
      return no;
  }
  const [only] = named;
  // A wrapper node is as long as its child, except for parentheses.
  const wraps = only && (only.text === node.text || node.type === 'parenthesized_expression');
  return only && named.length === 1 && wraps ? literal(only) : no;
}

function cast([type, inner]: Syntax[]): Literal {
  const known = type?.type === 'type_literal' && casts.test(type.text.replaceAll(/\s/g, ''));
  return known && inner ? literal(inner) : no;
}

function rangeOf(ends: Syntax[]): Literal {
  const [from, to] = ends.map((end) => literal(end));
  if (from?.ok !== true || to?.ok !== true) return no;
  const [first, last] = [from.value, to.value];
  return typeof first === 'number' && typeof last === 'number' ? range(first, last) : no;
}

function range(first: number, last: number): Literal {
  const length = Math.abs(last - first) + 1;
  if (!Number.isInteger(first) || !Number.isInteger(last) || length > LONGEST_RANGE) return no;
  const step = last < first ? -1 : 1;
  return yes(Array.from({ length }, (_, at) => first + at * step));
}

function number(text: string): Literal {
  const found =
    /^(0x[\da-f]+|0b[01]+|(?:\d*\.?\d+|\d+\.)(?:e[-+]?\d+)?)([a-z]{0,2}?)(kb|mb|gb|tb|pb)?$/i.exec(
      text,
    );
  const [, digits = '', suffix = '', unit = ''] = found ?? [];
  // Eight hexadecimal digits are a signed number unless a suffix says otherwise.
  const isSigned = /^0x[89a-f][\da-f]{7}$/i.test(digits) && suffix === '';
  const value =
    (Number(digits) - (isSigned ? 2 ** 32 : 0)) * 1024 ** (units[unit.toLowerCase()] ?? 0);
  return found && Number.isFinite(value) ? yes(value) : no;
}

function string(node: Syntax): Literal {
  const [kind] = node.children;
  const text = node.text;
  if (kind?.type === 'verbatim_string_characters') {
    return yes(text.slice(1, -1).replaceAll("''", "'"));
  }
  if (kind?.type === 'verbatim_here_string_characters') {
    return yes(text.replace(/^@'[^\n]*\n/, '').replace(/\r?\n?'@$/, ''));
  }
  // A double-quoted string is a literal only without variables.
  const body =
    kind?.type === 'expandable_string_literal'
      ? text.slice(1, -1)
      : text.replace(/^@"[^\n]*\n/, '').replace(/\r?\n?"@$/, '');
  if (/(^|[^`])\$[\w({:?^$]/.test(body)) return no;
  const signs: Record<string, string> = { n: '\n', t: '\t', r: '\r', '0': '\0' };
  return yes(
    body.replaceAll('""', '"').replace(/`([\s\S])/g, (_, sign: string) => signs[sign] ?? sign),
  );
}

function array(node: Syntax): Literal {
  const list = node.children.find(({ type }) => type === 'statement_list');
  if (!list) return yes([]);
  const parts = list.children.filter((child) => child.named && child.type !== 'comment');
  const values = all(parts);
  if (!values.ok || !Array.isArray(values.value)) return no;
  // `@(1, 2)` is a single statement whose value is a list.
  const [only] = values.value;
  return values.value.length === 1 && Array.isArray(only) ? yes(only) : values;
}

function all(nodes: Syntax[]): Literal {
  const values: Json[] = [];
  for (const node of nodes) {
    const value = literal(node);
    if (!value.ok) return no;
    values.push(value.value);
  }
  return yes(values);
}

function hash(node: Syntax): Literal {
  const entries: [string, Json][] = [];
  const body = node.children.find(({ type }) => type === 'hash_literal_body');
  for (const entry of body?.children ?? []) {
    if (entry.type !== 'hash_entry') continue;
    const [key, value] = entry.children.filter((child) => child.named);
    const read = value ? literal(value) : no;
    if (!key || !read.ok) return no;
    entries.push([key.text.replace(/^(['"])(.*)\1$/s, '$2'), read.value]);
  }
  return yes(Object.fromEntries(entries));
}
