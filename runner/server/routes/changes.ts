import type { Channel } from '../channel.ts';
import { eventStream } from '../http/event-stream.ts';
import { route, type Route } from '../http/route.ts';

export const changes = ({ channel }: { channel: Channel }): Route =>
  route({
    method: 'GET',
    path: '/api/changes',
    access: 'author',
    summary:
      'Server-sent events: changed (folders on disk), approval (asked) and decided (settled), conversations',
    handle({ caller }) {
      return eventStream(
        (send, gone) =>
          new Promise<void>((leave) => {
            const stop = channel.listen(({ event, data }) => send(event, data), caller === 'page');
            gone.addEventListener('abort', () => {
              stop();
              leave();
            });
          }),
      );
    },
  });
