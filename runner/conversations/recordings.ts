import type { ConversationNode } from '../../shared/protocol/conversations/conversations.ts';
import type { ModelId } from '../../shared/protocol/models.ts';
import type { AnswerNode, Offered } from './messages.ts';
import { fault } from './models/faults.ts';
import type { Model, ModelRequest, Piece, Recorded } from './models/model.ts';

type Stale = NonNullable<AnswerNode['stale']>;

/** Returns which inputs of a recorded answer changed. `code` stands for the tools that it calls. */
export function staleIn(
  { restsOn, toolHashes }: Recorded,
  now: { request: string; schema: string },
  offered: Offered,
): Stale {
  const changed = [...toolHashes].some(([name, hash]) => offered.get(name)?.unit.hash !== hash);
  return [
    ...(restsOn?.request === now.request ? [] : (['request'] as const)),
    ...(restsOn?.schema === now.schema ? [] : (['schema'] as const)),
    ...(changed ? (['code'] as const) : []),
  ];
}

/** Returns the messages from the first to the latest one. */
function lastPath(nodes: readonly ConversationNode[]): ConversationNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path: ConversationNode[] = [];
  for (
    let node = nodes.at(-1);
    node;
    node = node.parent === null ? undefined : byId.get(node.parent)
  ) {
    path.unshift(node);
    byId.delete(node.id);
  }
  return path;
}

/** Returns a model that replays a conversation. The number of answers in a request selects the next one. */
export function openRecording(id: ModelId, nodes: readonly ConversationNode[]): Model {
  const path = lastPath(nodes);
  const steps = path.flatMap((node, at) => {
    if (node.role !== 'answer' || !node.whole) return [];
    const next = path[at + 1];
    const outcomes = next?.role === 'results' ? next.results : [];
    const toolHashes = new Map(
      outcomes.flatMap(({ name, toolHash }) => (toolHash === undefined ? [] : [[name, toolHash]])),
    );
    return [{ answer: node, recorded: { restsOn: node.restsOn, toolHashes } satisfies Recorded }];
  });
  const stepOf = ({ messages }: ModelRequest) =>
    messages.filter(({ role }) => role === 'assistant').length;
  return {
    id,
    label: id,
    recorded: (request) => steps[stepOf(request)]?.recorded,
    async *answer(request): AsyncGenerator<Piece> {
      const at = stepOf(request);
      const step = steps[at];
      if (!step) {
        const values = { answers: steps.length, wanted: at + 1 };
        yield { type: 'fault', fault: fault('no-recording:over', values) };
        return;
      }
      const { parts, usage } = step.answer;
      for (const part of parts) {
        if (part.type === 'call') yield { type: 'call', call: part };
        else {
          yield { type: part.type, text: part.text };
          if (part.held) yield { type: 'held', held: part.held };
        }
      }
      if (usage) yield { type: 'usage', usage };
      const isCalling = parts.some(({ type }) => type === 'call');
      yield { type: 'finish', reason: isCalling ? 'calls' : 'stop' };
    },
  };
}
