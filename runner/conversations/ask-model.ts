import type {
  AnswerPart,
  CallPart,
  TurnEvent,
} from '../../shared/protocol/conversations/conversations.ts';
import type { ModelFault } from '../../shared/protocol/models.ts';
import type { Model, ModelRequest, Piece } from './models/model.ts';
import type { AnswerNode } from './messages.ts';
import { fault } from './models/faults.ts';

/** How often an answer that still comes is written down, in milliseconds. */
const KEPT_EVERY_MS = 500;

/** The calls of one answer bear different ids, however they came. */
export function ownIds(): (call: CallPart) => CallPart {
  const taken = new Set<string>();
  return (call) => {
    const wanted = call.id === '' ? 'call' : call.id;
    let id = wanted;
    for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
    taken.add(id);
    return id === call.id ? call : { ...call, id };
  };
}

/** Adds a piece to what there is of an answer. */
function add(parts: AnswerPart[], piece: Piece & { type: 'text' | 'reasoning' | 'held' }): void {
  const last = parts.at(-1);
  if (piece.type === 'held') {
    if (last) parts[parts.length - 1] = { ...last, held: piece.held };
  } else if (last?.type === piece.type && last.held === undefined) {
    parts[parts.length - 1] = { ...last, text: last.text + piece.text };
  } else parts.push({ type: piece.type, text: piece.text });
}

/**
 * Takes a model's answer as it comes into `node`, which is kept now and then on the way. Answers why it is
 * not whole, where that is the model's fault; an answer that is cut off by `signal` is not whole either.
 */
export async function askModel(
  { model, request, node }: { model: Model; request: ModelRequest; node: AnswerNode },
  { tell, keep }: { tell(event: TurnEvent): void; keep(node: AnswerNode): void },
  signal: AbortSignal,
): Promise<ModelFault | undefined> {
  const begun = performance.now();
  const own = ownIds();
  let keptAt = -Infinity;
  let ended: ModelFault | undefined = fault('cut', { provider: model.label });
  // What is about to be written down is told once it is.
  let held: TurnEvent[] = [];
  const release = () => {
    for (const event of held) tell(event);
    held = [];
  };
  for await (const piece of model.answer(request, signal)) {
    if (signal.aborted) break;
    if (piece.type === 'finish') {
      node.whole = piece.reason !== 'length';
      ended = node.whole ? undefined : fault('cut:length');
      break;
    }
    if (piece.type === 'fault') {
      ended = piece.fault;
      break;
    }
    if (piece.type !== 'lull') take(piece, node, { tell: (event) => held.push(event), own });
    const now = performance.now();
    const isDue = node.parts.length > 0 && now - keptAt >= KEPT_EVERY_MS;
    // More came with it: an answer that comes at once is written down once, when it is whole.
    if (isDue && piece.type !== 'lull') continue;
    if (isDue) {
      keptAt = now;
      node.durationMs = Math.round(now - begun);
      keep(node);
    }
    release();
  }
  release();
  node.durationMs = Math.round(performance.now() - begun);
  return signal.aborted ? undefined : ended;
}

type Passing = Exclude<Piece, { type: 'finish' | 'fault' | 'lull' }>;

function take(
  piece: Passing,
  node: AnswerNode,
  { tell, own }: { tell(event: TurnEvent): void; own: ReturnType<typeof ownIds> },
): void {
  if (piece.type === 'retry') return tell(piece);
  if (piece.type === 'usage') {
    node.usage = { ...node.usage, ...piece.usage };
    return tell(piece);
  }
  if (piece.type === 'call') {
    const call = own(piece.call);
    node.parts.push(call);
    return tell({ type: 'call', call });
  }
  add(node.parts, piece);
  if (piece.type !== 'held') tell({ type: piece.type, text: piece.text });
}
