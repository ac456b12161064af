import type { LoggingLevel, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { RunEvent } from '../../../shared/protocol/events.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';

/** Reports the progress of a call, if the client asked for it, and the tool's log. */
export interface Teller {
  tell(event: RunEvent): void;
  /** Settles when everything has been sent. */
  told(): Promise<void>;
}

/** Returns the notifications of a tool that was written for MCP. */
const Progress = z.object({
  progress: z.object({
    progress: z.number(),
    total: z.number().optional(),
    message: z.string().optional(),
  }),
});
const levels = [
  ...(['debug', 'info', 'notice', 'warning'] as const),
  ...(['error', 'critical', 'alert', 'emergency'] as const),
];
const Log = z.object({
  log: z.object({ level: z.enum(levels), data: z.unknown(), logger: z.string().optional() }),
});

export function tellerOf({ mcpReq }: ServerContext): Teller {
  const token = mcpReq._meta?.progressToken;
  let last = 0;
  let sent = Promise.resolve();
  // A client that is gone only misses notifications.
  const after = (news: Promise<unknown>) =>
    (sent = Promise.allSettled([sent, news]).then(() => undefined));
  const log = (level: LoggingLevel, data: unknown, logger = 'lathe') =>
    void after(mcpReq.log(level, data, logger));
  return {
    tell(event) {
      const update = event.type === 'update' ? event.update : undefined;
      const logged = Log.safeParse(update).data?.log;
      if (logged) return log(logged.level, logged.data, logged.logger);
      if (event.type === 'question' && event.question.ask.kind === 'notify') {
        const { level, message } = event.question.ask;
        return log(level, message);
      }
      if (token === undefined) return;
      const own = Progress.safeParse(update).data?.progress;
      const message = own ? own.message : progressOf(event);
      if (!own && message === undefined) return;
      // The protocol requires an increasing value.
      const progress = own && own.progress > last ? own.progress : last + 1;
      last = own && own.progress === 0 && last === 0 ? 0 : progress;
      const params = { ...own, progressToken: token, progress: last, message };
      void after(mcpReq.notify({ method: 'notifications/progress', params }));
    },
    told: () => sent,
  };
}

/** Returns the notification for an event of the run; undefined if there is none. */
export function progressOf(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'output':
      return event.text;
    case 'queued':
      return event.position === 0
        ? 'It is its turn'
        : `It waits for other calls, at place ${event.position}`;
    case 'update':
      return writeJson(event.update);
    case 'approval':
      return `"${event.approval.tool}" waits for a person's approval in the page of Lathe`;
    default:
      return undefined;
  }
}
