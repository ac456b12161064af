import type { CallToolResult } from '@modelcontextprotocol/client';
import type { RemoteResult } from '../../shared/protocol/mcp/content.ts';
import type { Ending } from '../../shared/tool/ending.ts';
import { Json, JsonObject } from '../../shared/tool/json.ts';
import type { ToolResult } from '../../shared/tool/result.ts';
import { Blocks, textOf } from './content.ts';

interface Called {
  server: string;
  /** As the server calls it. */
  tool: string;
  ui?: string | undefined;
  durationMs: number;
  /** Bytes of text that a model is given. */
  mostBytes: number;
}

/** What a server answered to a call, as a result of Lathe and as the ending that it rests on. */
export function resultOf(
  answer: CallToolResult,
  { server, tool, ui, durationMs, mostBytes }: Called,
): { result: ToolResult; ending: Ending } {
  const blocks = new Blocks();
  const listed: unknown[] = Array.isArray(answer.content) ? answer.content : [];
  const made = listed.map((one) => blocks.of(one));
  const content = made.flatMap((one) => one ?? []);
  const unknown = made.length - content.length;
  const structured = Json.safeParse(answer.structuredContent).data;
  const texts = content.map(textOf);
  // A server may send both; what its texts leave out is said, too.
  if (structured !== undefined && !content.some(({ type }) => type === 'text'))
    texts.push(JSON.stringify(structured));
  if (unknown > 0) texts.push(`[${unknown} parts of a kind that is not known here]`);
  const whole = texts.join('\n');
  const cut = cutTo(whole, mostBytes);
  const shown = displayOf(answer) ?? cut.text;
  const remote: RemoteResult = {
    ...{ server, tool, content: content.map((one) => cutBlock(one, mostBytes)) },
    ...(structured === undefined || JSON.stringify(structured).length > mostBytes
      ? {}
      : { structured }),
    ...(ui === undefined ? {} : { ui }),
  };
  const success = answer.isError !== true;
  const streams = {
    ...{ stdout: cut.text, stderr: '', output: cut.text, durationMs },
    ...{ truncated: cut.dropped > 0, ...(cut.dropped > 0 ? { droppedBytes: cut.dropped } : {}) },
  };
  const message = cut.text.trim().slice(0, 2000) || `${server} said that the call failed`;
  return {
    result: {
      ...{ success, llmContent: cut.text, displayContent: cutTo(shown, mostBytes).text },
      metadata: JsonObject.parse({ mcp: remote }),
      ...(success ? {} : { error: { type: 'execution_error', message } }),
    },
    ending: success
      ? { kind: 'finished', exitCode: 0, ...streams }
      : { kind: 'failed', exitCode: 1, fault: { class: 'ToolError', message }, ...streams },
  };
}

/** What another Lathe shows its person; it is a stranger's text here, as everything is that a server sends. */
function displayOf(answer: CallToolResult): string | undefined {
  const shown: unknown = answer._meta?.['lathe/displayContent'];
  return typeof shown === 'string' ? shown : undefined;
}

function cutTo(text: string, most: number): { text: string; dropped: number } {
  const bytes = Buffer.byteLength(text);
  if (bytes <= most) return { text, dropped: 0 };
  // The head, without half a character at its end.
  const kept = new TextDecoder()
    .decode(Buffer.from(text).subarray(0, most))
    .replace(/\uFFFD+$/, '');
  const dropped = bytes - Buffer.byteLength(kept);
  return { text: `${kept}\n[${dropped} bytes more were left out]`, dropped };
}

function cutBlock(
  block: RemoteResult['content'][number],
  most: number,
): RemoteResult['content'][number] {
  if (!('text' in block) || block.text === undefined) return block;
  return { ...block, text: cutTo(block.text, most).text };
}
