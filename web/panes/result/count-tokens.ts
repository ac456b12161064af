import { editorShown } from '../../state/editor-shown.ts';
import type { TokenMeasure } from './measure-tokens.ts';
import type { TokenQuestion } from './token-worker.ts';

let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, (measure: TokenMeasure | undefined) => void>();

/**
 * About how many tokens a text is (o200k), counted in a worker that starts with the first question.
 * `ruled` is how many characters of the head come back token by token. Undefined where no worker can run.
 */
export function countTokens(text: string, ruled = 0): Promise<TokenMeasure | undefined> {
  if (text === '') return Promise.resolve({ count: 0, projected: false, pieces: [] });
  const question: TokenQuestion = { id: ++last, text, ruled };
  return new Promise((resolve) => {
    waiting.set(question.id, resolve);
    // The table of tokens is the largest file of the page.
    void editorShown.then(() => (worker ??= open()).postMessage(question));
  });
}

function open(): Worker {
  const opened = new Worker(new URL('./token-worker.ts', import.meta.url), { type: 'module' });
  opened.addEventListener(
    'message',
    ({ data }: MessageEvent<{ id: number; measure: TokenMeasure }>) => {
      waiting.get(data.id)?.(data.measure);
      waiting.delete(data.id);
    },
  );
  opened.addEventListener('error', () => {
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
    worker = undefined;
  });
  return opened;
}
