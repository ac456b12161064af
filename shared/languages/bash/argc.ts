import type { Declared, DeclaredTool } from '../../tool/declared.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';

interface ArgcParameter {
  /** The name in the schema, with underscores for hyphens. */
  name: string;
  schema: JsonSchema;
  required: boolean;
}

const named = /^(?:-\w\s+)?--([A-Za-z][\w-]*)(.*)$|^-([A-Za-z])(?![\w-])(.*)$/;
const placed = /^([A-Za-z][\w-]*)(.*)$/;
/** The modifier, choices, default, notations and text of a tag; each may be absent. */
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

const flag = (sign: string): JsonSchema =>
  sign === '*' ? { type: 'integer', minimum: 0 } : { type: 'boolean' };

/** The entry of a script that is one tool. */
export const SCRIPT = '.';

type Problem = Declared['problems'][number];

interface Pending {
  description: string[];
  properties: Record<string, JsonSchema>;
  required: string[];
  line: number;
  isCommand: boolean;
}

const tag = /^#\s*@(\w+)\s*(.*)$/;
const head = /^(?:function\s+)?([A-Za-z_][\w:.-]*)\s*(?:\(\s*\)|(?=\{|\s*$))\s*\{?/;

/**
 * Reads the argc comment tags of a bash script. A script with `@cmd` functions is a group; any other is one
 * tool with the name of the file. Source: argc's description of its tags.
 */
export function readArgc(file: string, source: string): Declared {
  const problems: Problem[] = [];
  const tools: DeclaredTool[] = [];
  const lines = source.replace(/^\ufeff/, '').split(/\r?\n/);
  const fresh = (line: number): Pending => ({
    ...{ description: [], properties: {}, required: [], line },
    isCommand: false,
  });
  const script = fresh(1);
  let open = script;
  let last: ((text: string) => void) | undefined;
  lines.forEach((text, at) => {
    const line = at + 1;
    const found = tag.exec(text);
    if (!found) {
      const more = /^#(?!!)\s?(.*)$/.exec(text);
      if (more) last?.((more[1] ?? '').trim());
      else last = undefined;
      const name = open.isCommand ? head.exec(text)?.[1] : undefined;
      if (name !== undefined) {
        if (!name.startsWith('_')) tools.push(toolOf(name, name, open, bodyEnd(lines, at)));
        open = script;
      }
      return;
    }
    const [, kind = '', rest = ''] = found;
    const add = (part: string) => open.description.push(part);
    last = undefined;
    switch (kind) {
      case 'describe':
        script.description.push(rest);
        last = (part) => script.description.push(part);
        return;
      case 'cmd':
        open = { ...fresh(line), isCommand: true, description: rest === '' ? [] : [rest] };
        last = add;
        return;
      case 'option':
      case 'flag':
      case 'arg':
        last = parameter(kind, rest, line, open, problems);
        return;
      case 'env':
        // Lathe sets this variable itself.
        if (!/^LLM_OUTPUT\b/.test(rest)) problems.push(needsEnvironment(rest, line));
    }
  });
  const stem = file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  const isGroup = tools.length > 0;
  if (!isGroup) tools.push(toolOf(stem, SCRIPT, script, lines.length));
  problems.push(...undescribed(tools, isGroup ? 'cmd' : 'describe'));
  const rulePrompt = joined(script.description);
  return { ok: true, ...(isGroup && rulePrompt !== '' ? { rulePrompt } : {}), tools, problems };
}

const undescribed = (tools: DeclaredTool[], tag: string): Problem[] =>
  tools.flatMap(({ name, description, line }) => {
    if (description !== '') return [];
    const message = `"${name}" has no description; add "# @${tag}" and say what it does`;
    return [
      { severity: 'warning', code: 'no-docstring', message, values: { name }, line, column: 1 },
    ];
  });

function parameter(
  kind: 'option' | 'flag' | 'arg',
  rest: string,
  line: number,
  open: Pending,
  problems: Problem[],
): ((text: string) => void) | undefined {
  const read = readParameter(kind, rest);
  if (read === undefined) {
    const message = `"@${kind} ${rest}" cannot be read; write "# @${kind} ${kind === 'arg' ? 'name' : '--name'} what it is"`;
    problems.push({
      severity: 'error',
      code: 'bad-tag',
      message,
      values: { kind },
      line,
      column: 1,
    });
    return undefined;
  }
  const { name, schema, required } = read;
  open.properties[name] = schema;
  if (required) open.required.push(name);
  return (text) => {
    const before = typeof schema.description === 'string' ? schema.description : '';
    schema.description = `${before} ${text}`.trim();
  };
}

function toolOf(name: string, entry: string, pending: Pending, endLine: number): DeclaredTool {
  const { description, properties, required, line } = pending;
  return {
    name,
    description: joined(description),
    parameters: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    ...{ line, endLine: Math.max(line, endLine), entry },
  };
}

const joined = (lines: string[]) =>
  lines
    .map((line) => line.trim())
    .join('\n')
    .trim();

/** Returns the line of a function's closing brace: the first one at the start of a line. */
function bodyEnd(lines: string[], from: number): number {
  if (/\}\s*$/.test(lines[from] ?? '')) return from + 1;
  const end = lines.findIndex((line, at) => at > from && /^\}/.test(line));
  return end < 0 ? lines.length : end + 1;
}

function needsEnvironment(rest: string, line: number): Problem {
  const [, name = rest, sign] = /^([\w-]+)([!+*])?/.exec(rest) ?? [];
  const isNeeded = sign === '!';
  const message = `The script ${isNeeded ? 'needs' : 'reads'} the variable "${name}", but the sandbox passes it no variables of this machine`;
  const severity = isNeeded ? 'warning' : 'info';
  return { severity, code: 'needs-environment', message, values: { name }, line, column: 1 };
}

/** Reads the text after `@option`, `@flag` or `@arg`; returns undefined if it declares no parameter. */
function readParameter(kind: 'option' | 'flag' | 'arg', text: string): ArgcParameter | undefined {
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
  // A default in backticks is the output of a command.
  if (fallback !== undefined && !fallback.startsWith('`') && !isMany) {
    whole.default = asType(fallback, schema);
  }
  if (description !== '') whole.description = description.trim();
  if (isMany && sign === '+') whole.minItems = 1;
  const required = kind !== 'flag' && /[!+]/.test(sign);
  return { name: name.replaceAll('-', '_'), schema: whole, required };
}

function typed(notation: string): JsonSchema {
  const [, word = ''] = /<([^>]+)>/.exec(notation) ?? [];
  return { ...(types[word.toUpperCase()] ?? { type: 'string' }) };
}

function asType(text: string, { type }: JsonSchema): Json {
  const number = Number(text);
  const isNumber = (type === 'integer' || type === 'number') && Number.isFinite(number);
  return isNumber ? number : text;
}
