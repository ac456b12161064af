import { eventStream } from '../http/event-stream.ts';
import { route } from '../http/route.ts';

export const changes = route({
  method: 'GET',
  path: '/api/changes',
  access: 'author',
  summary: 'Server-sent events: changed (folders on disk), approval (asked) and decided (settled)',
  handle({ caller, parts }) {
    return eventStream(
      (send, gone) =>
        new Promise<void>((leave) => {
          const stop = parts.channel.listen(
            ({ event, data }) => send(event, data),
            caller === 'page',
          );
          gone.addEventListener('abort', () => {
            stop();
            leave();
          });
        }),
    );
  },
});
