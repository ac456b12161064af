import type { CallToolResult } from '@modelcontextprotocol/server';
import { check } from '../../../shared/schema/check.ts';
import { outputSchemaOf, wrappedAnswer } from '../../../shared/schema/providers/mcp.ts';
import { isObject } from '../../../shared/schema/json/values.ts';
import { readJson } from '../../../shared/tool/exact-number.ts';
import { blocksOf } from '../../../shared/tool/run/content-block.ts';
import type { Done } from '../../../shared/registry/tool.ts';
import { Json, type JsonObject, type JsonSchema } from '../../../shared/tool/json.ts';

/**
 * Returns the structured result: the tool's field of this name, the value of its function, or its output as JSON.
 */
function valueOf({ result, ending }: Done, schema: JsonSchema): JsonObject | undefined {
  const given = result.metadata?.structuredContent ?? ending.value;
  return wrappedAnswer(schema, given === undefined ? printed(ending.stdout) : given);
}

function printed(text: string): Json | undefined {
  try {
    return Json.safeParse(readJson(text)).data;
  } catch {
    return undefined;
  }
}

type Structured = { structuredContent: Record<string, unknown> } | { fault: string };

/** Checks the structured result with the tool's schema; returns why it does not match. */
function structuredOf(done: Done, schema: JsonSchema): Structured {
  const value = valueOf(done, schema);
  if (!isObject(value)) return { fault: 'it gave no such value' };
  const whole = outputSchemaOf(schema) ?? {};
  const checked = check(whole, value as JsonObject);
  if (checked.ok) return { structuredContent: value };
  return { fault: checked.issues.map(({ path, message }) => `${path}: ${message}`).join('; ') };
}

/**
 * Converts the end of a call to MCP: the content for the model, block by block; a failure is a result that the
 * model can read. The content for the person and other facts have names of Lathe's own.
 */
export function callResult(done: Done, schema: JsonSchema | undefined): CallToolResult {
  const { result, ending } = done;
  const blocks = blocksOf(result.metadata);
  const content = blocks ?? [{ type: 'text' as const, text: result.llmContent }];
  const given = result.metadata?.structuredContent;
  const isAsGiven = schema === undefined && isObject(given);
  // Bytes are sent only once.
  const sent = [...(blocks ? ['content'] : []), ...(isAsGiven ? ['structuredContent'] : [])];
  const facts = Object.entries(result.metadata ?? {}).filter(([name]) => !sent.includes(name));
  const _meta = {
    'lathe/displayContent': result.displayContent,
    'lathe/ending': ending.kind,
    ...(result.error === undefined ? {} : { 'lathe/error': result.error }),
    ...(facts.length === 0 ? {} : { 'lathe/metadata': Object.fromEntries(facts) }),
  };
  const isError = !result.success;
  if (isAsGiven) return { content, isError, structuredContent: given, _meta };
  if (isError || schema === undefined) return { content, isError, _meta };
  const structured = structuredOf(done, schema);
  if (!('fault' in structured)) return { content, isError: false, ...structured, _meta };
  const text = `The tool answered, but not as it declares: ${structured.fault}`;
  return { content: [...content, { type: 'text', text }], isError: true, _meta };
}
