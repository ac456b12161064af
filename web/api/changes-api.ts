import { Changed } from '../../shared/protocol/tools.ts';
import { readEvents } from './read-events.ts';
import { send } from './send.ts';

/** Folder ids as they change on disk, until the connection breaks or is aborted. */
async function* changes(signal: AbortSignal): AsyncGenerator<string[]> {
  const response = await send('/api/changes', {
    signal,
    headers: { Accept: 'text/event-stream' },
  });
  if (!response?.ok || !response.body) return;
  for await (const { event, data } of readEvents(response.body)) {
    if (event !== 'changed') continue;
    const parsed = Changed.safeParse(JSON.parse(data));
    if (parsed.success) yield parsed.data.ids;
  }
}

export const changesApi = { follow: changes };
