import type {
  CallOutcome,
  ConversationNode,
  TurnRequest,
} from '../../shared/protocol/conversations/conversations.ts';
import type { PlainRefusal } from '../../shared/protocol/error.ts';
import type { ToolResult } from '../../shared/tool/run/result.ts';
import { ownIds } from './ask-model.ts';
import { callsOf, type AnswerNode } from './messages.ts';

/** Why a turn cannot start from the requested message. */
export interface Refused {
  status: 400 | 404 | 409;
  code: PlainRefusal;
  message: string;
  path?: string;
  hint?: string;
}

export type Next = { ok: true; node: ConversationNode | undefined } | ({ ok: false } & Refused);

const refuse = (code: PlainRefusal, message: string, more: Partial<Refused> = {}): Next => ({
  ...{ ok: false, status: 400, code, message },
  ...more,
});

/**
 * Returns the message that starts a turn; undefined if only the model is asked. It becomes a sibling of other
 * answers to the same message.
 */
export function nextNode(
  { text, answer, results }: TurnRequest,
  {
    path,
    siblings,
    isPerson,
  }: {
    path: readonly ConversationNode[];
    /** The existing messages after the last one of the path. */
    siblings: readonly ConversationNode[];
    /** Whether the person plays the model. */
    isPerson: boolean;
  },
): Next {
  const last = path.at(-1);
  const given = Object.entries({ text, answer, results }).filter(([, one]) => one !== undefined);
  if (given.length > 1) {
    const names = given.map(([name]) => `"${name}"`).join(' and ');
    return refuse('one-at-a-time', `A turn begins with one message, and these are ${names}`);
  }
  const place = { id: crypto.randomUUID(), parent: last?.id ?? null, at: Date.now() };
  if (text !== undefined) return { ok: true, node: { ...place, role: 'user', text } };
  if (answer) {
    if (last?.role !== 'user' && last?.role !== 'results')
      return refuse('nothing-to-answer', 'An answer follows a message of the person, or results', {
        path: 'parent',
      });
    const isEdit = !isPerson || siblings.some(({ role }) => role === 'answer');
    return { ok: true, node: { ...place, ...personAnswer(answer.parts, isEdit) } };
  }
  if (results) return editedResults(results, last, siblings, place);
  if (last === undefined)
    return refuse('nothing-to-do', 'A conversation begins with a message', { path: 'text' });
  if (last.role === 'answer' && last.whole && callsOf(last).length === 0)
    return refuse('nothing-to-do', 'The model has answered, and called nothing', {
      ...{ path: 'parent', hint: 'Write a message, or go on after the one before the answer' },
    });
  return { ok: true, node: undefined };
}

function personAnswer(given: AnswerNode['parts'], isEdit: boolean) {
  const own = ownIds();
  const parts = given.map((part) => (part.type === 'call' ? own(part) : part));
  const source: AnswerNode['source'] = isEdit ? 'edited' : 'live';
  return { role: 'answer' as const, by: 'person', parts, durationMs: 0, source, whole: true };
}

const editedResult = (text: string, before: ToolResult | undefined): ToolResult => ({
  success: true,
  ...before,
  ...{ llmContent: text, displayContent: text },
});

/** Returns the results of an answer's calls: edited ones with the person's text, the others unchanged. */
function editedResults(
  changed: NonNullable<TurnRequest['results']>,
  answer: ConversationNode | undefined,
  siblings: readonly ConversationNode[],
  place: { id: string; parent: string | null; at: number },
): Next {
  if (answer?.role !== 'answer')
    return refuse('no-calls', 'Results follow an answer that calls tools', { path: 'parent' });
  const calls = callsOf(answer);
  const strange = changed.find(({ callId }) => !calls.some(({ id }) => id === callId));
  if (strange)
    return refuse('no-such-call', `The answer holds no call "${strange.callId}"`, {
      path: 'results',
    });
  const last = siblings.findLast((node) => node.role === 'results');
  const before = new Map(last?.results.map((outcome) => [outcome.callId, outcome]));
  const said = new Map(changed.map(({ callId, llmContent }) => [callId, llmContent]));
  const results = calls.flatMap(({ id, name }): CallOutcome[] => {
    const known = before.get(id);
    const text = said.get(id);
    if (text === undefined) return known ? [known] : [];
    const result = editedResult(text, known?.result);
    return [{ callId: id, name, durationMs: 0, ...known, result, from: 'edited' }];
  });
  return { ok: true, node: { ...place, role: 'results', results } };
}
