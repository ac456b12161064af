import type { ConversationNode } from '../../../../shared/protocol/conversations/conversations.ts';
import type { RequestPart } from './request-part.ts';

/**
 * What the person gets of each result in a request, by the part's id: results stand in a request in the
 * order in which they stand on the branch. Where the two differ by name, nothing is said of it.
 */
export function personSides(
  parts: readonly RequestPart[],
  path: readonly ConversationNode[],
): Map<string, string> {
  const outcomes = path.flatMap((node) => (node.role === 'results' ? node.results : []));
  const results = parts.filter(({ kind }) => kind === 'result');
  return new Map(
    results.flatMap(({ id, name }, at) => {
      const outcome = outcomes[at];
      return outcome && (name === undefined || name === outcome.name)
        ? [[id, outcome.result.displayContent] as const]
        : [];
    }),
  );
}
