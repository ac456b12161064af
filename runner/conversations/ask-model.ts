import type {
  AnswerPart,
  CallPart,
  TurnEvent,
} from '../../shared/protocol/conversations/conversations.ts';
import type { ModelFault } from '../../shared/protocol/models.ts';
import type { Model, ModelRequest, Piece } from './models/model.ts';
import type { AnswerNode } from './messages.ts';
import { fault } from './models/faults.ts';

/** How often a partial answer is written, in milliseconds. */
const KEPT_EVERY_MS = 500;

/** Returns a function that makes the call ids within one answer unique. */
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

/** Adds a piece to the parts of an answer. */
function add(parts: AnswerPart[], piece: Piece & { type: 'text' | 'reasoning' | 'held' }): void {
  const last = parts.at(-1);
  if (piece.type === 'held') {
    if (last) parts[parts.length - 1] = { ...last, held: piece.held };
  } else if (last?.type === piece.type && last.held === undefined) {
    parts[parts.length - 1] = { ...last, text: last.text + piece.text };
  } else parts.push({ type: piece.type, text: piece.text });
}

/**
 * Adds a model's answer to `node` piece by piece, and keeps the partial answer now and then. Returns the fault
 * if the model did not complete it; after an abort of `signal`, the answer is incomplete, too.
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
  // Events are held back until the parts that they report are written.
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
    // More pieces arrived together: an answer that arrives at once is written once, when it is complete.
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
