import { z } from 'zod';
import engineUrl from 'web-tree-sitter/web-tree-sitter.wasm?url';
import type { Classify } from '../../shared/commands/classify.ts';
import type { ParserFiles } from '../../shared/commands/open-parser.ts';

const Numbered = z.looseObject({ id: z.number() });

const bytesOf = async (url: string): Promise<Uint8Array> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`"${url}" answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

/**
 * Answers questions in a worker with what a parser of tree-sitter reads: what is long to read must not
 * hold up the page's typing. A question bears an `id`, which its answer repeats, or `error`.
 */
export const serveParser = <Opened>(
  grammarUrl: string,
  open: (files: ParserFiles) => Promise<Opened>,
  answer: (opened: Opened, question: unknown) => object,
): void => {
  const load = async () => {
    const [engine, grammar] = await Promise.all([bytesOf(engineUrl), bytesOf(grammarUrl)]);
    return open({ engine, grammar });
  };
  const opened = load();
  globalThis.onmessage = async ({ data }: MessageEvent<unknown>) => {
    const { id, ...question } = Numbered.parse(data);
    try {
      globalThis.postMessage({ id, ...answer(await opened, question) });
    } catch (cause) {
      globalThis.postMessage({ id, error: cause instanceof Error ? cause.message : String(cause) });
    }
  };
};

const Asked = z.object({
  commands: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  closed: z.boolean(),
});

/** Judges commands for the page in a worker. */
export const serveVerdicts = (
  grammarUrl: string,
  open: (files: ParserFiles) => Promise<Classify>,
): void =>
  serveParser(grammarUrl, open, (classify, question) => {
    const { commands, environment, closed } = Asked.parse(question);
    return { verdicts: commands.map((command) => classify(command, { environment, closed })) };
  });
