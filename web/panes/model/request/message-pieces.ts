import { isObject } from '../../../../shared/schema/json/values.ts';
import { writeJson } from '../../../../shared/tool/exact-number.ts';
import type { Json, JsonObject } from '../../../../shared/tool/json.ts';
import type { RequestPart } from './request-part.ts';

/** A piece, and the id of the call that it is or answers. */
export type Piece = Omit<RequestPart, 'id' | 'group'> & { callId?: string };

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
export const objects = (value: Json | undefined): JsonObject[] => list(value).filter(isObject);
const stringOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The text of a content, which is a text or a list of parts with texts. */
export function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  const texts = list(content).map((part) => (isObject(part) ? stringOf(part['text']) : undefined));
  if (Array.isArray(content) && texts.every((text) => text !== undefined)) return texts.join('\n');
  return writeJson(content);
}

const SPEAKERS: Readonly<Record<string, Piece['kind']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  model: 'assistant',
};

/** What a message of any form says, piece by piece. */
export function piecesOf(message: JsonObject): Piece[] {
  const item = itemOf(message);
  if (item) return [item];
  const role = stringOf(message['role']) ?? '';
  const kind = Object.hasOwn(SPEAKERS, role) ? SPEAKERS[role]! : 'other';
  if (role === 'tool')
    return [{ kind: 'result', text: textOf(message['content']), ...idOf(message['tool_call_id']) }];
  const content = message['parts'] ?? message['content'];
  const thought = stringOf(message['reasoning_content']);
  return [
    ...(thought ? [{ kind: 'reasoning' as const, text: thought }] : []),
    ...(Array.isArray(content)
      ? objects(content).map((part) => partOf(part, kind))
      : textPieces(content, kind)),
    ...objects(message['tool_calls']).map(chatCall),
  ];
}

const textPieces = (content: Json | undefined, kind: Piece['kind']): Piece[] =>
  content === undefined || content === null ? [] : [{ kind, text: textOf(content) }];

/** An item of OpenAI's Responses, which has a type in a role's place. */
function itemOf(item: JsonObject): Piece | undefined {
  switch (item['type']) {
    case 'function_call':
      return callPiece(item['name'], item['arguments'], item['call_id']);
    case 'function_call_output':
      return { kind: 'result', text: textOf(item['output']), ...idOf(item['call_id']) };
    case 'reasoning':
      return { kind: 'reasoning', text: textOf(item['summary']) };
    default:
      return undefined;
  }
}

/** A part of a message of Anthropic or Gemini, or of OpenAI's content. */
function partOf(part: JsonObject, speaker: Piece['kind']): Piece {
  const { functionCall: call, functionResponse: answer } = part;
  if (isObject(call)) return callPiece(call['name'], call['args'], call['id']);
  if (isObject(answer)) return geminiResult(answer);
  if (part['type'] === 'tool_use') return callPiece(part['name'], part['input'], part['id']);
  if (part['type'] === 'tool_result')
    return {
      kind: 'result',
      text: textOf(part['content']),
      ...idOf(part['tool_use_id']),
      ...(part['is_error'] === true ? { isError: true } : {}),
    };
  if (part['type'] === 'thinking') return { kind: 'reasoning', text: textOf(part['thinking']) };
  const text = stringOf(part['text']);
  if (text === undefined) return { kind: 'other', text: writeJson(part) };
  return { kind: part['thought'] === true ? 'reasoning' : speaker, text };
}

function geminiResult(answer: JsonObject): Piece {
  const response = isObject(answer['response']) ? answer['response'] : {};
  const failed = response['error'] !== undefined;
  const content = failed ? response['error'] : (response['content'] ?? response['output']);
  return {
    kind: 'result',
    text: content === undefined ? writeJson(response) : textOf(content),
    name: stringOf(answer['name']) ?? '',
    ...(failed ? { isError: true } : {}),
  };
}

function chatCall(call: JsonObject): Piece {
  const inner = isObject(call['function']) ? call['function'] : {};
  return callPiece(inner['name'], inner['arguments'], call['id']);
}

function callPiece(name: Json | undefined, args: Json | undefined, id: Json | undefined): Piece {
  const called = stringOf(name) ?? '';
  return { kind: 'call', name: called, text: callText(called, args ?? {}), ...idOf(id) };
}

/** A call as it is shown and counted: its name, then its arguments as they stand in the body. */
export const callText = (name: string, args: Json): string =>
  `${name} ${typeof args === 'string' ? args : writeJson(args)}`;

const idOf = (id: Json | undefined): { callId?: string } =>
  typeof id === 'string' ? { callId: id } : {};
