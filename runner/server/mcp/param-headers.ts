import { z } from 'zod';
import { isObject } from '../../../shared/schema/json/values.ts';
import { ExactNumber } from '../../../shared/tool/exact-number.ts';
import { namedTools } from './named-tools.ts';
import type { Offer } from './offer.ts';

/** The protocol's error for a header that contradicts the body. */
const HEADER_MISMATCH = -32020;

interface HeaderParameter {
  path: string[];
  header: string;
}

/** Returns the parameters that a schema also wants in headers: only those under `properties`. */
function headerParameters(schema: unknown, path: string[] = []): HeaderParameter[] {
  if (!isObject(schema)) return [];
  const name = schema['x-mcp-header'];
  const own =
    typeof name === 'string' && path.length > 0 ? [{ path, header: `Mcp-Param-${name}` }] : [];
  const { properties } = schema;
  if (!isObject(properties)) return own;
  return [
    ...own,
    ...Object.entries(properties).flatMap(([key, one]) => headerParameters(one, [...path, key])),
  ];
}

const ENCODED = /^=\?base64\?(.*)\?=$/s;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes a header; undefined if its Base64 is invalid. */
function decoded(value: string): string | undefined {
  const encoded = ENCODED.exec(value)?.[1];
  if (encoded === undefined) return value;
  if (!BASE64.test(encoded)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0) ?? 0);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

function says(header: string, value: unknown): boolean {
  if (value instanceof ExactNumber) return header === value.text;
  if (typeof value === 'number' && NUMBER.test(header)) return Number(header) === value;
  return header === String(value);
}

/**
 * Returns why the headers of a call contradict its arguments; undefined if they match. A header without an argument
 * is ignored. Source: Model Context Protocol 2026-07-28, SEP-2243.
 */
function headerFault(schema: unknown, args: unknown, headers: Headers): string | undefined {
  for (const { path, header } of headerParameters(schema)) {
    const value = path.reduce<unknown>((of, key) => (isObject(of) ? of[key] : undefined), args);
    if (value === undefined || value === null || typeof value === 'object') {
      if (!(value instanceof ExactNumber)) continue;
    }
    const given = headers.get(header);
    const where = `"${path.join('.')}"`;
    if (given === null) return `The header "${header}" is missing, which stands for ${where}`;
    const text = decoded(given);
    if (text === undefined)
      return `The header "${header}" holds no Base64 between "=?base64?" and "?="`;
    if (!says(text, value)) return `The header "${header}" says another thing than ${where}`;
  }
  return undefined;
}

const Call = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.literal('tools/call'),
  params: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
});

/** Refuses a call whose headers contradict its arguments. Source: SEP-2243. */
export async function paramHeaderFault(
  offer: Offer,
  { headers }: Request,
  body: unknown,
): Promise<Response | undefined> {
  // Older protocols have no such headers.
  if ((headers.get('MCP-Protocol-Version') ?? '') < '2026-07-28') return undefined;
  const { data: call } = Call.safeParse(body);
  const tool = call && namedTools(await offer.tools(false)).get(call.params.name);
  const fault = tool && headerFault(tool.declared.inputSchema, call.params.arguments, headers);
  if (fault === undefined) return undefined;
  const error = { code: HEADER_MISMATCH, message: fault };
  return Response.json({ jsonrpc: '2.0', id: call?.id, error }, { status: 400 });
}
