import type { CallToolResult } from '@modelcontextprotocol/client';
import type { RemoteResult } from '../../../shared/protocol/mcp/content.ts';
import { remoteReasons } from '../../../shared/protocol/mcp/remote-reasons.ts';
import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import { checkArguments } from '../../../shared/registry/call/check-call.ts';
import { outputSchemaOf, wrappedAnswer } from '../../../shared/schema/providers/mcp.ts';
import { blockText } from '../../../shared/tool/run/content-block.ts';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import { Json, JsonObject, type Arguments, type JsonSchema } from '../../../shared/tool/json.ts';
import { reasonsJson, wordReason, type Reason } from '../../../shared/tool/problem/reason.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';
import { Blocks } from '../content.ts';

interface Called {
  server: string;
  /** The server's name of the tool. */
  tool: string;
  ui?: string | undefined;
  arguments: Arguments;
  outputSchema?: JsonSchema | undefined;
  check: Engine['check'];
  durationMs: number;
  /** The limit of text for a model, in bytes. */
  mostBytes: number;
}

/** Converts a server's answer to a call to a result and an Ending. */
export async function resultOf(
  answer: CallToolResult,
  called: Called,
): Promise<{ result: ToolResult; ending: Ending }> {
  const { server, tool, ui, durationMs, mostBytes } = called;
  const success = answer.isError !== true;
  const blocks = new Blocks(mostBytes);
  const listed: unknown[] = Array.isArray(answer.content) ? answer.content : [];
  const content = listed.flatMap((one) => blocks.of(one) ?? []);
  const left = listed.length - content.length;
  const texts = listed.length > 0 ? content.map(blockText) : [];
  const { structuredContent } = answer;
  // Most servers send none, and the check of an absent value takes longer than all others.
  const structured =
    structuredContent === undefined ? undefined : Json.safeParse(structuredContent).data;
  const misfit = success ? await misfitOf(structured, called) : undefined;
  // A server may send both; the text may lack parts of the structured content.
  if (structured !== undefined && !content.some(({ type }) => type === 'text'))
    texts.push(JSON.stringify(structured));
  if (left > 0) texts.push(`[${left} parts of a kind that is not known here, or too many]`);
  if (misfit) texts.push(`[${misfit.message}]`);
  const cut = cutTo(texts.join('\n'), mostBytes);
  const shown = displayOf(answer) ?? cut.text;
  const kept =
    structured !== undefined && bytesOf(structured) <= mostBytes ? structured : undefined;
  const remote: RemoteResult = {
    ...{ server, tool },
    ...(misfit && kept !== undefined ? { misfit: kept } : {}),
    ...(ui === undefined
      ? {}
      : { ui, arguments: { ...called.arguments }, ...metaOf(answer, mostBytes) }),
  };
  const metadata = JsonObject.parse({
    mcp: remote,
    ...(content.some(({ type }) => type !== 'text') ? { content } : {}),
    ...(misfit || kept === undefined ? {} : { structuredContent: kept }),
    ...(misfit ? { reasons: reasonsJson([misfit]) } : {}),
  });
  const streams = {
    ...{ stdout: cut.text, stderr: '', output: cut.text, durationMs },
    ...{ truncated: cut.dropped > 0, ...(cut.dropped > 0 ? { droppedBytes: cut.dropped } : {}) },
  };
  const message = cut.text.trim().slice(0, 2000) || `${server} said that the call failed`;
  return {
    result: {
      ...{ success, llmContent: cut.text, displayContent: cutTo(shown, mostBytes).text, metadata },
      ...(success ? {} : { error: { type: 'execution_error', message } }),
    },
    ending: success
      ? { kind: 'finished', exitCode: 0, ...streams }
      : { kind: 'failed', exitCode: 1, fault: { class: 'ToolError', message }, ...streams },
  };
}

const MOST_WHY = 500;

/**
 * Returns why structured content does not match the tool's schema; undefined if it matches, or there is no schema.
 */
async function misfitOf(
  structured: Json | undefined,
  { outputSchema, check }: Called,
): Promise<Reason | undefined> {
  const schema = outputSchemaOf(outputSchema);
  if (outputSchema === undefined || schema === undefined) return undefined;
  if (structured === undefined) return wordReason(remoteReasons, 'mcp-answer-missing');
  const value = wrappedAnswer(outputSchema, structured);
  if (value === undefined) return misfitFor('it is not an object');
  // The schema is a stranger's, too.
  const checked = (await check?.(schema, value)) ?? { fault: checkArguments(schema, value) };
  if ('late' in checked) return misfitFor(`checking it took longer than ${checked.late} ms`);
  if ('broke' in checked) return misfitFor(`it could not be checked (${checked.broke})`);
  return checked.fault && misfitFor(checked.fault.message);
}

const misfitFor = (why: string): Reason =>
  wordReason(remoteReasons, 'mcp-answer-misfit', { why: why.slice(0, MOST_WHY) });

/** The display content of another Lathe, which is a stranger's text like everything that a server sends. */
function displayOf(answer: CallToolResult): string | undefined {
  const shown: unknown = answer._meta?.['lathe/displayContent'];
  return typeof shown === 'string' ? shown : undefined;
}

/** Returns the answer's other metadata, complete or not at all. */
function metaOf({ _meta }: CallToolResult, mostBytes: number): Pick<RemoteResult, 'meta'> {
  const { data: meta } = JsonObject.safeParse(_meta);
  return meta !== undefined && bytesOf(meta) <= mostBytes ? { meta } : {};
}

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value));

function cutTo(text: string, most: number): { text: string; dropped: number } {
  const bytes = Buffer.byteLength(text);
  if (bytes <= most) return { text, dropped: 0 };
  // The beginning, without a partial character at its end.
  const kept = new TextDecoder()
    .decode(Buffer.from(text).subarray(0, most))
    .replace(/\uFFFD+$/, '');
  const dropped = bytes - Buffer.byteLength(kept);
  return { text: `${kept}\n[${dropped} bytes more were left out]`, dropped };
}
