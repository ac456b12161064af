import { blockText } from '../../../shared/tool/run/content-block.ts';
import { say } from '../../../shared/returns/said.ts';
import { unrun, type Ending } from '../../../shared/tool/run/ending.ts';
import type { Services, Tell } from '../../../shared/tool/run/host.ts';
import type { ModuleJob } from '../../../shared/tool/run/job.ts';
import { JsonObject } from '../../../shared/tool/json.ts';
import { CollectOutput } from '../process/collect-output.ts';
import type { ModuleProcess } from './module-process.ts';
import type { Started } from './living.ts';
import type { Drawn, Outcome } from './messages.ts';
import type { Session } from './session.ts';

type Streams = Pick<Ending, 'stdout' | 'stderr' | 'output' | 'truncated' | 'durationMs' | 'layers'>;

const drawnText = ({ call, result }: Drawn): string | undefined =>
  result === undefined ? undefined : [call, result].filter((part) => part).join('\n');

/** How long a tool may ignore its signal before its process is killed, in milliseconds. */
const GRACE_MS = 1000;

export interface Asked {
  job: ModuleJob;
  session: Session;
  layers: string[];
  tell: Tell;
  signal: AbortSignal;
  services: Services | undefined;
}

/** Performs a call of a started module, or returns why it did not start. */
export async function performStarted(started: Started, asked: Asked): Promise<Ending> {
  if (asked.signal.aborted) return unrun({ kind: 'cancelled' });
  if ('refusal' in started) {
    const fault = { class: 'LoadError', message: started.refusal.message };
    return unrun({ kind: 'failed', exitCode: 1, fault });
  }
  if ('died' in started) return unrun({ kind: 'crashed', reason: started.died });
  return performCall(started, asked);
}

/**
 * Performs one call and returns its Ending. The first cause wins: a result after the time limit is not a success. A
 * tool that ignores its signal is killed with its process.
 */
async function performCall(module: ModuleProcess, asked: Asked): Promise<Ending> {
  const { job, session, layers, tell, signal, services } = asked;
  const { entry: tool = '', arguments: args, context = {}, limits } = job;
  const output = new CollectOutput(limits.outputBytes, tell);
  const started = performance.now();
  const id = crypto.randomUUID();
  let cause: 'timed-out' | 'cancelled' | undefined;
  let ignored = false;
  let killer: ReturnType<typeof setTimeout> | undefined;
  const stop = (why: 'timed-out' | 'cancelled') => {
    if (cause !== undefined) return;
    cause = why;
    module.stop(id);
    killer = setTimeout(() => {
      ignored = true;
      module.kill();
    }, GRACE_MS);
  };
  const cancel = () => stop('cancelled');
  const timer = setTimeout(() => stop('timed-out'), limits.timeoutMs);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();

  const outcome = await module.call(
    { id, tool, arguments: args, context },
    {
      printed: (stream, bytes) => output.take(stream, bytes),
      updated: (update) => tell({ type: 'update', update }),
      stepped: (phase, step) => tell({ type: 'step', phase, step }),
      abort() {
        tell({ type: 'update', update: { abortAsked: true } });
        stop('cancelled');
      },
      services,
    },
  );
  clearTimeout(timer);
  clearTimeout(killer);
  signal.removeEventListener('abort', cancel);
  const streams = {
    ...output.end(),
    durationMs: Math.round(performance.now() - started),
    layers,
  };
  const warnings = ignored ? [say('said-abort-ignored', { tool })] : [];
  const warned = { ...streams, ...(ignored ? { warnings, facts: { abortIgnored: true } } : {}) };
  if (cause === 'timed-out') return { kind: 'timed-out', afterMs: limits.timeoutMs, ...warned };
  if (cause === 'cancelled') return { kind: 'cancelled', ...warned };
  if ('died' in outcome) return { kind: 'crashed', reason: outcome.died, ...streams };
  const entry = session.add(tool, context.callId ?? id, outcome);
  if (!('refusal' in entry)) {
    module.remember(entry);
    return endingOf(outcome, streams);
  }
  return endingOf({ ...outcome, warnings: [...(outcome.warnings ?? []), entry.refusal] }, streams);
}

/** Converts a tool's outcome to an Ending: the content for the model, and the drawing for the person. */
function endingOf(outcome: Outcome, streams: Streams): Ending {
  const { content, details, drawn, display, isError, isWarning, fault, facts, lacked } = outcome;
  const text = content.map(blockText).join('\n');
  const shown = (drawn && drawnText(drawn)) ?? display ?? text;
  const said = {
    ...(outcome.warnings ? { warnings: outcome.warnings } : {}),
    formatted: text,
    value: shown,
    facts: JsonObject.parse({
      ...facts,
      // The process keeps running, with whatever state the call left.
      sandbox: 'kept',
      isError,
      ...(details === undefined ? {} : { details }),
      ...(isWarning ? { isWarning } : {}),
      ...(lacked ? { lacked } : {}),
      ...(drawn ? { drawn } : {}),
      ...(content.some(({ type }) => type !== 'text') ? { content } : {}),
    }),
  };
  if (!isError) return { kind: 'finished', exitCode: 0, ...streams, ...said };
  const told = fault ?? { class: 'Error', message: text };
  return { kind: 'failed', exitCode: 1, fault: told, ...streams, ...said };
}
