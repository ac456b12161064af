import type { RequestPart } from './request-part.ts';

/**
 * The ids of what a request holds beyond the one before it. Messages are alike up to the first that
 * differs; a tool and a system text are known by what they say. Nothing is new where none came before.
 */
export function newParts(
  before: readonly RequestPart[] | undefined,
  now: readonly RequestPart[],
): ReadonlySet<string> {
  if (before === undefined) return new Set();
  const told = new Set(before.filter(({ group }) => group !== 'messages').map(keyOf));
  const old = before.filter(({ group }) => group === 'messages');
  const messages = now.filter(({ group }) => group === 'messages');
  const differs = messages.findIndex((part, at) => {
    const other = old[at];
    return other === undefined || keyOf(other) !== keyOf(part);
  });
  return new Set(
    [
      ...now.filter((part) => part.group !== 'messages' && !told.has(keyOf(part))),
      ...(differs < 0 ? [] : messages.slice(differs)),
    ].map(({ id }) => id),
  );
}

const keyOf = ({ group, kind, text }: RequestPart): string => `${group} ${kind} ${text}`;
