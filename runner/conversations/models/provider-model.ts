import type { ModelFault, ModelId } from '../../../shared/protocol/models.ts';

import { askOf } from './ask-of.ts';
import { fault, faultOf } from './faults.ts';
import { keyless } from './keyless.ts';
import { knownProviders } from './known-providers.ts';
import type { Server, ToldPiece } from './messages.ts';
import type { Model, ModelRequest, Piece } from './model.ts';
import type { ProviderProcesses, Said } from './provider-processes.ts';
import { Queue } from './queue.ts';
import { pause, waitOf } from './retries.ts';
import { faultWithoutKey } from './without-key.ts';

export interface Given extends Server {
  id: ModelId;
  name: string;
  /** The name and port that its process may reach. */
  host: string;
  key: string | undefined;
  processes: ProviderProcesses;
  /** The time limit without a byte, in milliseconds. */
  silentMs: number;
  /** The pauses before each retry, in milliseconds; no retry if empty. */
  waits: readonly number[];
}

/** Returns the model of a provider, which asks through the provider's process. */
export const providerModel = (given: Given): Model => ({
  id: given.id,
  label: `${knownProviders[given.provider].label} ${given.name}`,
  answer: (request, signal) => answer(given, request, signal),
});

/** Retries temporary faults, as long as no part of an answer was reported. */
async function* answer(
  given: Given,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  for (let attempt = 0; ; attempt += 1) {
    let failed: ModelFault | undefined;
    let isTold = false;
    for await (const piece of keyless(once(given, request, signal), given.key)) {
      if (piece.type === 'fault') failed = piece.fault;
      else yield piece;
      isTold ||= piece.type !== 'fault';
    }
    if (!failed) return;
    const afterMs = isTold ? undefined : waitOf(failed, attempt, given.waits);
    if (afterMs !== undefined && !signal.aborted) {
      yield { type: 'retry', attempt: attempt + 1, afterMs, fault: failed };
      await pause(afterMs, signal);
      if (!signal.aborted) continue;
    }
    yield { type: 'fault', fault: failed };
    return;
  }
}

/** Makes one request. After an abort it ends like an interrupted one, since the caller knows the reason. */
async function* once(
  given: Given,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const { provider, address, name, host, key, silentMs, processes } = given;
  const { ask, nameOf } = askOf(request, { provider, address, name });
  const label = knownProviders[provider].label;
  const pieces = new Queue<Piece>();
  let isTold = false;
  const over = (piece: Piece): void => {
    pieces.push(piece);
    pieces.end();
  };
  const failed = (met: ModelFault) => over({ type: 'fault', fault: faultWithoutKey(met, key) });
  const stopped = () => failed(fault('cut', { provider: label, address, model: name }));
  const take = (piece: ToldPiece): void => {
    if (piece.type === 'call')
      pieces.push({ type: 'call', call: { ...piece.call, name: nameOf(piece.call.name) } });
    else if (piece.type === 'finish') over(piece);
    else pieces.push(piece);
  };
  const hear = (said: Said): void => {
    if (said.type === 'failed') failed(faultOf(said.failure, given));
    else if (said.type === 'died')
      failed(isTold ? fault('cut', { provider: label }) : fault('no-host', { why: said.reason }));
    else if (said.type === 'pieces') {
      isTold = true;
      for (const piece of said.pieces) take(piece);
      pieces.push({ type: 'lull' });
    }
  };
  const work = processes.use(host, async (process) => {
    if (signal.aborted) return stopped();
    signal.addEventListener('abort', stopped, { once: true });
    const takeBack = process.ask(
      { type: 'ask', id: crypto.randomUUID(), ask, key, silentMs },
      hear,
    );
    await pieces.ended;
    takeBack();
    signal.removeEventListener('abort', stopped);
  });
  void work.then((done) => {
    if (done && 'missing' in done) failed(fault('no-host', { why: done.missing }));
  });
  try {
    yield* pieces;
  } finally {
    pieces.end();
  }
}
