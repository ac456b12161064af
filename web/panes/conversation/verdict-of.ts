import type {
  ConversationNode,
  ConversationSetup,
} from '../../../shared/protocol/conversations/conversations.ts';

interface Verdict {
  model: 'live' | 'replayed';
  tools: 'live' | 'replayed';
  /** Answers and results that were recorded for something else than there is now. */
  stale: number;
}

/** What of a conversation that is played again was taken from its recording; undefined of any other. */
export function verdictOf(
  path: readonly ConversationNode[],
  setup: ConversationSetup,
): Verdict | undefined {
  const isPlayed = setup.model.startsWith('recording:') || setup.frozenTools !== undefined;
  if (!isPlayed) return undefined;
  const answers = path.filter((node) => node.role === 'answer');
  const results = path.flatMap((node) => (node.role === 'results' ? node.results : []));
  const isModel = answers.length > 0 && answers.every(({ source }) => source === 'replayed');
  const isTools = results.length > 0 && results.every(({ from }) => from === 'recorded');
  const stale =
    answers.filter((answer) => answer.stale?.length).length +
    results.filter((outcome) => outcome.stale).length;
  return { model: isModel ? 'replayed' : 'live', tools: isTools ? 'replayed' : 'live', stale };
}
