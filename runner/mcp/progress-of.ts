import type { RunEvent } from '../../shared/protocol/events.ts';

/** What a client is told of an event while the run goes on; undefined for what is none of its news. */
export function progressOf(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'output':
      return event.text;
    case 'update':
      return JSON.stringify(event.update);
    case 'approval':
      return `"${event.approval.tool}" waits for a person's approval in the page of Lathe`;
    default:
      return undefined;
  }
}
