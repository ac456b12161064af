import { foldersOfImport } from '../../../../shared/formats/import/folders-of-import.ts';
import { functions } from '../../../../shared/formats/functions.ts';
import { isObject } from '../../../../shared/schema/json/values.ts';
import type { Folder } from '../../../../shared/tool/folder.ts';
import type { Arguments, Json, JsonObject } from '../../../../shared/tool/json.ts';
import { toToolName } from '../../../state/tools/tool-names.ts';
import { parseArguments, readValue } from '../../run/read-typed.ts';

/** What a pasted text would make, known before anything is made; lines and columns from 1. */
export type Pasted =
  | { kind: 'nothing' }
  | { kind: 'tools' | 'python' | 'curl'; id: string; names: string[]; files: Folder }
  | { kind: 'arguments'; arguments: Arguments; unknown: string[] }
  | { kind: 'wrong'; why: 'syntax'; line: number; column: number; code: string }
  | { kind: 'wrong'; why: 'private'; line: number }
  | { kind: 'wrong'; why: 'tool'; name: string }
  | { kind: 'wrong'; why: 'list'; found: string }
  | { kind: 'wrong'; why: 'servers' | 'closed' | 'call' | 'other' };

/** The tool that arguments would be for: its name and the names of its parameters. */
export interface OpenTool {
  name: string;
  parameters: readonly string[];
}

/** Reads a pasted text as what it looks like, and says why where it is none of these. */
export function readPaste(written: string, open: OpenTool | undefined): Pasted {
  const text = written.trim();
  if (text === '') return { kind: 'nothing' };
  if (/^(?:[[{]|"(?!""))/.test(text)) return readPastedJson(text, open);
  if (/^(\$\s+)?curl\s/.test(text)) return curlTool(text.replace(/^\$\s+/, ''));
  if (
    /^(async\s+)?def\s|^(from|import)\s|^@\w|^"""|^#/m.test(text) &&
    /^(async\s+)?def\s/m.test(text)
  )
    return pythonModule(text);
  return { kind: 'wrong', why: 'other' };
}

function readPastedJson(text: string, open: OpenTool | undefined): Pasted {
  const parsed = parseArguments(text);
  if (!parsed.ok && parsed.problem === 'syntax') {
    const { line, column, code } = parsed;
    return { kind: 'wrong', why: 'syntax', line, column, code };
  }
  const { value } = readValue(text) ?? { value: null };
  const call = isObject(value) ? callIn(value) : undefined;
  if (call) return readCall(call, open);
  const file = { 'pasted.json': text };
  const { tools } = functions.read('pasted', file).toolset;
  if (tools.length > 0 && functions.detect(file) > 0) {
    const names = tools.map(({ definition }) => definition.name);
    const id = toToolName(names[0] ?? '');
    return { kind: 'tools', id, names, files: { [`${id}.json`]: text } };
  }
  if (!isObject(value)) return { kind: 'wrong', why: 'list', found: foundIn(value) };
  if (isObject(value['mcpServers'] ?? null)) return { kind: 'wrong', why: 'servers' };
  return argumentsFor(open, value);
}

const foundIn = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

interface Call {
  name: string;
  given: Json;
}

/** A model's call as a provider sends it: OpenAI's holds its arguments as JSON text. */
const callIn = (value: JsonObject): Call | undefined => {
  const call = isObject(value['function'] ?? null) ? (value['function'] as JsonObject) : value;
  const given = call['arguments'] ?? call['input'];
  return typeof call['name'] === 'string' && given !== undefined
    ? { name: call['name'], given }
    : undefined;
};

function readCall({ name, given }: Call, open: OpenTool | undefined): Pasted {
  if (name !== open?.name) return { kind: 'wrong', why: 'tool', name };
  const args = typeof given === 'string' ? (readValue(given)?.value ?? null) : given;
  return isObject(args) ? argumentsFor(open, args) : { kind: 'wrong', why: 'call' };
}

function argumentsFor(open: OpenTool | undefined, args: JsonObject): Pasted {
  if (open === undefined) return { kind: 'wrong', why: 'closed' };
  const unknown = Object.keys(args).filter((name) => !open.parameters.includes(name));
  return { kind: 'arguments', arguments: args, unknown };
}

function pythonModule(text: string): Pasted {
  const found = [...text.matchAll(/^(?:async\s+)?def\s+(\w+)/gm)];
  const names = found.flatMap(([, name = '']) => (name.startsWith('_') ? [] : [name]));
  if (names[0] === undefined) {
    const line = text.slice(0, found[0]?.index).split('\n').length;
    return { kind: 'wrong', why: 'private', line };
  }
  const id = toToolName(names[0]);
  const { folders } = foldersOfImport({ [`${id}.py`]: `${text}\n` });
  const [made] = folders;
  return made ? { kind: 'python', id, names, files: made[1] } : { kind: 'wrong', why: 'other' };
}

/** A Bash tool that runs the line as it is: which of it should be a parameter only its author knows. */
function curlTool(text: string): Pasted {
  const host = /https?:\/\/(?:[^/\s'"@]*@)?([^/\s'"?:]+)/.exec(text)?.[1];
  const id = toToolName(`curl_${host ?? 'request'}`);
  const definition = {
    id,
    description: host === undefined ? 'Sends a request with curl' : `Sends a request to ${host}`,
    parameters: { type: 'object', properties: {} },
    timeout: 30,
  };
  const files = {
    [`${id}/definition.json`]: `${JSON.stringify(definition, null, 2)}\n`,
    [`${id}/execution.sh`]: `${text}\n`,
  };
  return { kind: 'curl', id, names: [id], files };
}
