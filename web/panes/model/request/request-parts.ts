import { isObject } from '../../../../shared/schema/json/values.ts';
import { readJson, writeJson } from '../../../../shared/tool/exact-number.ts';
import type { JsonObject } from '../../../../shared/tool/json.ts';
import { declared } from '../../preview/provider-view.ts';
import { objects, piecesOf, textOf, type Piece } from './message-pieces.ts';
import type { RequestPart } from './request-part.ts';

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

const strip = ({ callId: _, ...piece }: Piece): Omit<RequestPart, 'id' | 'group'> => piece;

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
