import { z } from 'zod';
import grammarUrl from 'tree-sitter-bash/tree-sitter-bash.wasm?url';
import engineUrl from 'web-tree-sitter/web-tree-sitter.wasm?url';
import { openBashParser } from '../../shared/commands/bash-parser.ts';
import { createClassifier, type Classify } from '../../shared/commands/classify.ts';

const Asked = z.object({
  id: z.number(),
  commands: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  closed: z.boolean(),
});

const bytesOf = async (url: string): Promise<Uint8Array> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`"${url}" answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

const open = async (): Promise<Classify> => {
  const [engine, grammar] = await Promise.all([bytesOf(engineUrl), bytesOf(grammarUrl)]);
  return createClassifier(await openBashParser({ engine, grammar }));
};
const opened = open();

/** Judges commands for the page: what is long to judge must not hold up its typing. */
globalThis.onmessage = async ({ data }: MessageEvent<unknown>) => {
  const { id, commands, environment, closed } = Asked.parse(data);
  try {
    const classify = await opened;
    const verdicts = commands.map((command) => classify(command, { environment, closed }));
    globalThis.postMessage({ id, verdicts });
  } catch (cause) {
    globalThis.postMessage({ id, error: cause instanceof Error ? cause.message : String(cause) });
  }
};
