import { HelpAnswer, HelpEvent, HelpShown } from '../../shared/protocol/conversations/help.ts';
import type { HelpAsked, HelpPasted } from '../../shared/protocol/conversations/help.ts';
import { readJson } from '../../shared/tool/exact-number.ts';
import { call, errorIn, jsonOf, send } from './client.ts';
import { readEvents } from './read-events.ts';
import type { RunFailure } from './runs-api.ts';

/** The events of an answer as they come; the last is `answered`, `failed` or why there is none. Aborting stops it. */
async function* ask(asked: HelpAsked, signal: AbortSignal): AsyncGenerator<HelpEvent | RunFailure> {
  const response = await send('/api/help', { method: 'POST', body: asked, signal });
  if (!response) return yield { type: 'offline' };
  if (response.status === 401) return yield { type: 'no-session' };
  if (!response.ok || !response.body)
    return yield { type: 'refused', error: errorIn(response.status, await jsonOf(response)) };
  try {
    for await (const { event, data } of readEvents(response.body)) {
      const parsed = HelpEvent.safeParse({ ...Object(readJson(data)), type: event });
      // A newer runner may tell more than this page knows of.
      if (!parsed.success) continue;
      yield parsed.data;
      if (parsed.data.type === 'answered' || parsed.data.type === 'failed') return;
    }
  } catch (thrown) {
    if (signal.aborted) throw thrown;
  }
  yield { type: 'broken-off' };
}

/** Help of a model with a tool's files. Nothing is sent to a model but by `ask`. */
export const helpApi = {
  /** What would be sent, byte for byte. */
  show: (asked: HelpAsked) => call('/api/help/request', HelpShown, { method: 'POST', body: asked }),
  ask,
  /** Reads an answer that the person got elsewhere. */
  read: (pasted: HelpPasted) =>
    call('/api/help/answer', HelpAnswer, { method: 'POST', body: pasted }),
};
