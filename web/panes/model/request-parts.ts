import { isObject } from '../../../shared/schema/json/values.ts';
import { readJson, writeJson } from '../../../shared/tool/exact-number.ts';
import type { Json, JsonObject, JsonSchema } from '../../../shared/tool/json.ts';
import { declared } from '../preview/provider-view.ts';

export type PartGroup = 'system' | 'tools' | 'messages';

/** A piece of a request that a model reads, whoever's form it stands in. */
export interface RequestPart {
  /** Its place in the request, such as `tools/0` or `messages/12`. */
  id: string;
  group: PartGroup;
  kind: 'system' | 'tool' | 'user' | 'assistant' | 'reasoning' | 'call' | 'result' | 'other';
  /** What is read: a declaration's JSON, a call's name and arguments, else the text itself. */
  text: string;
  /** Of a tool, a call, or a result whose call is known. */
  name?: string;
  /** What a declaration says. */
  declaration?: { description: string; schema: JsonSchema };
  /** A result that the form marks as failed. */
  isError?: boolean;
}

/**
 * The parts of a body that a provider would be sent: OpenAI (Responses and Chat Completions), Anthropic
 * and Gemini. What is in none of their places (the model, how to sample, what to stream) is read by no
 * model and is no part. Undefined where the body is no JSON object.
 */
export function requestParts(body: string): RequestPart[] | undefined {
  let request: unknown;
  try {
    request = readJson(body);
  } catch {
    return undefined;
  }
  if (!isObject(request)) return undefined;
  const pieces = [...systemOf(request), ...messagesOf(request).flatMap(piecesOf)];
  const named = nameResults(pieces);
  const system = named.filter(({ kind }) => kind === 'system');
  const messages = named.filter(({ kind }) => kind !== 'system');
  return [
    ...system.map((piece, at) => ({
      ...strip(piece),
      id: `system/${at}`,
      group: 'system' as const,
    })),
    ...toolsOf(request).map(toolPart),
    ...messages.map((piece, at) => ({
      ...strip(piece),
      id: `messages/${at}`,
      group: 'messages' as const,
    })),
  ];
}

/** A piece, and the id of the call that it is or answers. */
type Piece = Omit<RequestPart, 'id' | 'group'> & { callId?: string };

const strip = ({ callId: _, ...piece }: Piece): Omit<RequestPart, 'id' | 'group'> => piece;

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const objects = (value: Json | undefined): JsonObject[] => list(value).filter(isObject);
const stringOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The text of a content, which is a text or a list of parts with texts. */
function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  const texts = list(content).map((part) => (isObject(part) ? stringOf(part['text']) : undefined));
  if (Array.isArray(content) && texts.every((text) => text !== undefined)) return texts.join('\n');
  return writeJson(content);
}

function systemOf(request: JsonObject): Piece[] {
  const gemini = isObject(request['systemInstruction'])
    ? request['systemInstruction']['parts']
    : [];
  const texts = [request['system'], request['instructions'], gemini].map(textOf);
  return texts.filter((text) => text !== '').map((text) => ({ kind: 'system', text }));
}

const messagesOf = (request: JsonObject): JsonObject[] =>
  ['input', 'messages', 'contents'].flatMap((name) => objects(request[name]));

const toolsOf = (request: JsonObject): JsonObject[] =>
  objects(request['tools']).flatMap((tool) =>
    Array.isArray(tool['functionDeclarations']) ? objects(tool['functionDeclarations']) : [tool],
  );

function toolPart(tool: JsonObject, at: number): RequestPart {
  const { name, description, schema } = declared(tool);
  return {
    id: `tools/${at}`,
    group: 'tools',
    kind: 'tool',
    name,
    text: writeJson(tool),
    declaration: { description, schema },
  };
}

const SPEAKERS: Readonly<Record<string, Piece['kind']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  model: 'assistant',
};

function piecesOf(message: JsonObject): Piece[] {
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

/** Most forms name a result by its call's id alone. */
function nameResults(pieces: Piece[]): Piece[] {
  const names = new Map<string, string>();
  return pieces.map((piece) => {
    if (piece.kind === 'call' && piece.callId !== undefined)
      names.set(piece.callId, piece.name ?? '');
    if (piece.kind !== 'result' || piece.name !== undefined) return piece;
    const name = names.get(piece.callId ?? '');
    return name === undefined ? piece : { ...piece, name };
  });
}
