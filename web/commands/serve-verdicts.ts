import { z } from 'zod';
import engineUrl from 'web-tree-sitter/web-tree-sitter.wasm?url';
import type { Classify } from '../../shared/commands/classify.ts';
import type { ParserFiles } from '../../shared/commands/open-parser.ts';

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

/** Judges commands for the page in a worker: what is long to judge must not hold up its typing. */
export const serveVerdicts = (
  grammarUrl: string,
  open: (files: ParserFiles) => Promise<Classify>,
): void => {
  const load = async () => {
    const [engine, grammar] = await Promise.all([bytesOf(engineUrl), bytesOf(grammarUrl)]);
    return open({ engine, grammar });
  };
  const opened = load();
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
};
