import type { Failure } from '../messages.ts';

/** The limit for the bytes of one response, above what any answer needs. */
const MOST_BYTES = 32 * 1024 * 1024;
/** The limit for the characters of an error response. */
const MOST_SAID = 16 * 1024;

interface Watched {
  /** Transforms the response before the package reads it. */
  through?: (() => TransformStream<Uint8Array, Uint8Array>) | undefined;
  /** Returns the body that is sent instead of the package's. */
  body(made: unknown): string;
  /** The time limit without a byte, in milliseconds. */
  silentMs: number;
  /** Called with the first failure; later errors only end the package's own work. */
  failed(failure: Failure): void;
}

/**
 * Returns a `fetch` that follows no redirect, limits the time without a byte, and reports the exact failure.
 */
export function watchedFetch({
  body,
  through,
  silentMs,
  failed,
}: Watched): typeof globalThis.fetch {
  return async (address, init = {}) => {
    const silence = new AbortController();
    let timer = setTimeout(() => undefined, 0);
    const heard = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        failed({ kind: 'silent' });
        silence.abort();
      }, silentMs);
    };
    const signals = [silence.signal, ...(init.signal ? [init.signal] : [])];
    const sent: RequestInit = { ...init, redirect: 'manual', signal: AbortSignal.any(signals) };
    if (init.method === 'POST') sent.body = body(init.body);
    heard();
    try {
      const response = await fetch(address, sent);
      heard();
      const failure = await failureOf(response, heard);
      if (failure) {
        failed(failure);
        throw new Error(failure.kind);
      }
      const bytes = counted(response, { heard, failed, over: () => clearTimeout(timer) });
      return new Response(through && bytes ? bytes.pipeThrough(through()) : bytes, {
        status: response.status,
        headers: response.headers,
      });
    } catch (error) {
      clearTimeout(timer);
      failed({ kind: 'unreachable', detail: sentenceOf(error) });
      throw error;
    }
  };
}

async function failureOf(response: Response, heard: () => void): Promise<Failure | undefined> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    return { kind: 'redirect', location: headers.get('location') ?? '' };
  }
  if (response.ok && !/\btext\/html\b/.test(headers.get('content-type') ?? '')) return undefined;
  const body = await beginning(response, heard);
  if (response.ok) return { kind: 'unreadable', detail: body };
  const retryAfter = headers.get('retry-after-ms')
    ? String(Number(headers.get('retry-after-ms')) / 1000)
    : headers.get('retry-after');
  return { kind: 'status', status, body, ...(retryAfter === null ? {} : { retryAfter }) };
}

/** Returns the first characters of a body, even if the rest fails. */
async function beginning(response: Response, heard: () => void): Promise<string> {
  let text = '';
  try {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      heard();
      text += decoder.decode(bytes, { stream: true });
      if (text.length > MOST_SAID) break;
    }
  } catch {
    // Reports the part that arrived.
  }
  return text.slice(0, MOST_SAID);
}

function counted(
  response: Response,
  told: { heard(): void; over(): void; failed: Watched['failed'] },
): ReadableStream<Uint8Array> | null {
  const reader = response.body?.getReader();
  let bytes = 0;
  if (!reader) return null;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await reader.read();
        if (value) {
          told.heard();
          bytes += value.length;
          controller.enqueue(value);
        }
        if (bytes > MOST_BYTES) {
          told.failed({ kind: 'too-large' });
          await reader.cancel();
          controller.error(new Error('too-large'));
        } else if (done) {
          told.over();
          controller.close();
        }
      } catch (error) {
        told.over();
        told.failed({ kind: 'cut', detail: sentenceOf(error) });
        controller.error(error);
      }
    },
    async cancel() {
      told.over();
      await reader.cancel();
    },
  });
}

/** Returns the engine's message with its causes. */
function sentenceOf(error: unknown): string {
  const said: string[] = [];
  let at: unknown = error;
  for (let depth = 0; at instanceof Error && depth < 5; depth += 1) {
    said.push(at.message);
    at = at.cause;
  }
  return said.join(': ').slice(0, MOST_SAID);
}
