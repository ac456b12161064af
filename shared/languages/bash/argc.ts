import type { Declared, DeclaredTool } from '../../tool/declared.ts';
import type { JsonSchema } from '../../tool/json.ts';
import { readParameter } from './argc-parameter.ts';

/** What is called where the whole script is the tool. */
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
 * Reads a bash script by its argc comment tags: a script with `@cmd` functions is a group, any other is
 * one tool of the file's name. Source: argc's own description of its tags.
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
        // Lathe itself gives that one.
        if (!/^LLM_OUTPUT\b/.test(rest)) problems.push(needsEnvironment(rest, line));
    }
  });
  const stem = file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  const isGroup = tools.length > 0;
  if (!isGroup) tools.push(toolOf(stem, SCRIPT, script, lines.length));
  for (const { name, description, line } of tools) {
    if (description !== '') continue;
    const message = `"${name}" has no description; write "# @${isGroup ? 'cmd' : 'describe'}" and what it does`;
    problems.push({
      severity: 'warning',
      code: 'no-docstring',
      message,
      values: { name },
      line,
      column: 1,
    });
  }
  const rulePrompt = joined(script.description);
  return { ok: true, ...(isGroup && rulePrompt !== '' ? { rulePrompt } : {}), tools, problems };
}

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

/** The line of the brace that closes a function: the first that stands alone at the line's begin. */
function bodyEnd(lines: string[], from: number): number {
  if (/\}\s*$/.test(lines[from] ?? '')) return from + 1;
  const end = lines.findIndex((line, at) => at > from && /^\}/.test(line));
  return end < 0 ? lines.length : end + 1;
}

function needsEnvironment(rest: string, line: number): Problem {
  const [, name = rest, sign] = /^([\w-]+)([!+*])?/.exec(rest) ?? [];
  const isNeeded = sign === '!';
  const message = `The script ${isNeeded ? 'needs' : 'reads'} the variable "${name}", and gets no variables of this machine`;
  const severity = isNeeded ? 'warning' : 'info';
  return { severity, code: 'needs-environment', message, values: { name }, line, column: 1 };
}
