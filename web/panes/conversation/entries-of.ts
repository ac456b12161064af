import type {
  AnswerPart,
  CallOutcome,
  CallPart,
  ConversationNode,
} from '../../../shared/protocol/conversations/conversations.ts';

export type UserNode = Extract<ConversationNode, { role: 'user' }>;
export type AnswerNode = Extract<ConversationNode, { role: 'answer' }>;
export type ResultsNode = Extract<ConversationNode, { role: 'results' }>;

/** A call of an answer with what came of it, where that is known. */
export interface ShownCall {
  call: CallPart;
  outcome?: CallOutcome | undefined;
  /** The message that holds the outcome. */
  results?: ResultsNode | undefined;
}

/** Names a result among all of a conversation. */
export const resultKey = ({ call, results }: ShownCall): string => `${results?.id} ${call.id}`;

/** A stretch of an answer: a text, a thought, or calls that follow one another. */
export type Stretch =
  { kind: 'text' | 'reasoning'; text: string; at: number } | { kind: 'calls'; calls: ShownCall[] };

/** What is drawn as one: a message of the person, or an answer with the results of its calls. */
export type Entry =
  | { kind: 'user'; node: UserNode; first: boolean }
  | {
      kind: 'answer';
      node: AnswerNode;
      results?: ResultsNode | undefined;
      stretches: Stretch[];
    }
  /** Results whose calls are not in the branch, as in a file that was cut. */
  | { kind: 'results'; node: ResultsNode; calls: ShownCall[] };

/** The messages of a branch as they are drawn. */
export function entriesOf(path: readonly ConversationNode[]): Entry[] {
  const entries: Entry[] = [];
  for (const [at, node] of path.entries()) {
    const before = path[at - 1];
    if (node.role === 'user') entries.push({ kind: 'user', node, first: at === 0 });
    else if (node.role === 'answer') {
      const next = path[at + 1];
      const results = next?.role === 'results' ? next : undefined;
      entries.push({ kind: 'answer', node, results, stretches: stretchesOf(node.parts, results) });
    } else if (before?.role !== 'answer') {
      entries.push({ kind: 'results', node, calls: node.results.map((one) => lone(one, node)) });
    }
  }
  return entries;
}

const lone = (outcome: CallOutcome, results: ResultsNode): ShownCall => ({
  call: { type: 'call', id: outcome.callId, name: outcome.name, arguments: '{}' },
  outcome,
  results,
});

/** The parts of an answer in their order, calls that follow one another in one block. */
export function stretchesOf(parts: readonly AnswerPart[], results?: ResultsNode): Stretch[] {
  const outcomes = new Map(results?.results.map((outcome) => [outcome.callId, outcome]));
  const stretches: Stretch[] = [];
  for (const [at, part] of parts.entries()) {
    if (part.type !== 'call') {
      if (part.text !== '') stretches.push({ kind: part.type, text: part.text, at });
      continue;
    }
    const last = stretches.at(-1);
    const shown: ShownCall = { call: part, outcome: outcomes.get(part.id), results };
    if (last?.kind === 'calls') last.calls.push(shown);
    else stretches.push({ kind: 'calls', calls: [shown] });
  }
  return stretches;
}
