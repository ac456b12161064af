import { z } from 'zod';
import grammarUrl from 'tree-sitter-powershell/tree-sitter-powershell.wasm?url';
import engineUrl from 'web-tree-sitter/web-tree-sitter.wasm?url';
import { openReader } from '../../shared/languages/powershell/open-reader.ts';

const Asked = z.object({ id: z.number(), file: z.string(), source: z.string() });

const bytesOf = async (url: string): Promise<Uint8Array> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`"${url}" answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

const open = async () => {
  const [engine, grammar] = await Promise.all([bytesOf(engineUrl), bytesOf(grammarUrl)]);
  return openReader({ engine, grammar });
};
const opened = open();

/** Reads PowerShell modules for the page; nothing of them runs, and no PowerShell is needed. */
globalThis.onmessage = async ({ data }: MessageEvent<unknown>) => {
  const { id, file, source } = Asked.parse(data);
  try {
    const read = await opened;
    globalThis.postMessage({ id, declared: read(file, source) });
  } catch (cause) {
    globalThis.postMessage({ id, error: cause instanceof Error ? cause.message : String(cause) });
  }
};
