import { unmarkJson, writesExactly, writeJson } from '../../../shared/tool/exact-number.ts';

/** Like `Response.json`, with exact numbers. */
export function answerJson(value: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set('Content-Type', 'application/json');
  return new Response(writeJson(value), { ...init, headers });
}

/** Returns a response for JSON from other code; on engines that mark exact numbers, without the marks. */
export function exactAnswer(answer: Response): Response {
  if (writesExactly || answer.body === null) return answer;
  const unmark = new TransformStream<string, string>({
    transform: (text, controller) => controller.enqueue(unmarkJson(text)),
  });
  const text = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(unmark);
  return new Response(text.pipeThrough(new TextEncoderStream()), answer);
}
