import type { ConversationNode } from '../../../../shared/protocol/conversations/conversations.ts';

/** Which request of a branch is looked at. */
export interface RequestPlace {
  /** The message that the request ends with; null while there is none. */
  parent: string | null;
  /** A message that is still being written and would end it. */
  text?: string;
  /** What the request before it ended with; undefined where none came before. */
  before?: string | null;
  /** Counted from 1. */
  number: number;
  /** It was sent and answered; the next one waits for a message. */
  isPast: boolean;
}

/** The request that goes out next; where nothing can go out before the person writes, the last that did. */
export function requestPlace(path: readonly ConversationNode[], text: string): RequestPlace {
  const answers = path.filter(({ role }) => role === 'answer');
  const last = answers.at(-1);
  if (path.at(-1)?.role === 'answer' && last && text.trim() === '') {
    const before = answers.at(-2);
    return {
      parent: last.parent,
      ...(before ? { before: before.parent } : {}),
      number: answers.length,
      isPast: true,
    };
  }
  return {
    parent: path.at(-1)?.id ?? null,
    ...(text.trim() === '' ? {} : { text }),
    ...(last ? { before: last.parent } : {}),
    number: answers.length + 1,
    isPast: false,
  };
}
