import type {
  CallOutcome,
  CallPart,
  TurnEvent,
} from '../../shared/protocol/conversations/conversations.ts';
import { readModelCall, unknownTool } from '../../shared/registry/call/model-call.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import type { ToolResult } from '../../shared/tool/run/result.ts';
import { Turns } from '../../shared/tool/run/turns.ts';
import type { Runs } from '../calls/runs.ts';
import type { Sources } from '../sources/sources.ts';
import type { Settings } from '../store/settings.ts';
import type { AnswerNode, Offered } from './messages.ts';
import { refusal } from './refusal.ts';
import type { Mocks } from './mocks.ts';
import type { Talk } from './talk.ts';

export interface CallParts {
  runs: Pick<Runs, 'call'>;
  sources: Pick<Sources, 'offered'>;
  settings: Pick<Settings, 'current'>;
}

/** The turn of the calls. */
export interface Calling {
  talk: Talk;
  answer: AnswerNode;
  turnIndex: number;
  offered: Offered;
  mocks: Mocks;
  /** How many calls may run; the others are refused. */
  allowance: number;
  tell(event: TurnEvent): void;
  /** Called with the outcomes so far, in the order of the calls. */
  keep(outcomes: CallOutcome[]): void;
  waits(isWaiting: boolean): void;
  signal: AbortSignal;
}

/** How many calls of one answer run at a time. */
const AT_ONCE = 8;

/**
 * Performs the calls of an answer: neighbours whose tools can overlap run together, any other call alone. Calls
 * that had not started when the turn stopped have no outcome.
 */
export async function performCalls(
  calls: readonly CallPart[],
  parts: CallParts,
  calling: Calling,
): Promise<CallOutcome[]> {
  const outcomes: (CallOutcome | undefined)[] = calls.map(() => undefined);
  const done = () => outcomes.filter((one) => one !== undefined);
  // If a write fails, the other calls stop, too: nobody would get their outcomes.
  const broken = new AbortController();
  const signal =
    calls.length === 1 ? calling.signal : AbortSignal.any([calling.signal, broken.signal]);
  const perform = async (at: number) => {
    const call = calls[at];
    if (!call || signal.aborted) return;
    outcomes[at] =
      at < calling.allowance
        ? await performOne(call, parts, { ...calling, signal })
        : refused(call, refusal(limitText(calling.talk)));
    calling.keep(done());
  };
  for (const group of groupsOf(calls, calling.offered)) {
    const turns = new Turns({ width: AT_ONCE });
    const performed = group.map((at) =>
      turns
        .run(() => perform(at))
        .catch((error: unknown) => {
          broken.abort();
          throw error;
        }),
    );
    await Promise.allSettled(performed);
    await Promise.all(performed);
  }
  return done();
}

/** How many outcomes of one answer are written at once; later ones are combined. */
const KEPT_ONE_BY_ONE = 20;
const KEPT_EVERY_MS = 250;

/** Writes the outcomes so far, except the complete list, which is the last message of the turn. */
export function keptNowAndThen(
  wanted: number,
  write: (outcomes: CallOutcome[]) => void,
): Calling['keep'] {
  let keptAt = 0;
  return (outcomes) => {
    if (outcomes.length === wanted) return;
    const now = performance.now();
    if (outcomes.length > KEPT_ONE_BY_ONE && now - keptAt < KEPT_EVERY_MS) return;
    keptAt = now;
    write(outcomes);
  };
}

const limitText = ({ setup }: Talk) =>
  `This call was not run: the limit of ${setup.limits.maxToolCalls} calls is reached.`;

/** Groups the indices of calls: neighbours that can overlap together, any other call alone. */
function groupsOf(calls: readonly CallPart[], offered: Offered): number[][] {
  const groups: { isSafe: boolean; places: number[] }[] = [];
  calls.forEach(({ name }, at) => {
    const isSafe = offered.get(name)?.tool.isConcurrencySafe ?? true;
    const last = groups.at(-1);
    if (isSafe && last?.isSafe) last.places.push(at);
    else groups.push({ isSafe, places: [at] });
  });
  return groups.map(({ places }) => places);
}

const refused = ({ id, name }: CallPart, result: ToolResult, args?: Arguments): CallOutcome => ({
  ...{ callId: id, name, result, from: 'refused', durationMs: 0 },
  ...(args === undefined ? {} : { arguments: args }),
});

async function performOne(
  call: CallPart,
  { runs, sources, settings }: CallParts,
  { talk, answer, turnIndex, offered, mocks, tell, waits, signal }: Calling,
): Promise<CallOutcome> {
  const { id: callId, name } = call;
  if (!settings.current.enableToolCalls)
    return refused(call, refusal('Tool calls are turned off in the settings.'));
  const given = readModelCall(call);
  if (!given.ok) return refused(call, given.result);
  const args = given.arguments;
  // The tool may have changed since the request; a tool that was not in the request stays unknown.
  const found = offered.has(name) ? await sources.offered(name) : undefined;
  if (!found) return refused(call, unknownTool(name), args);
  const { tool, unit } = found;
  const mocked = mocks.answer(found, args);
  if (mocked)
    return { ...{ callId, name, arguments: args, durationMs: 0, toolHash: unit.hash }, ...mocked };
  const { cwd, mode } = talk.setup;
  const context = {
    ...{ sessionId: talk.id, messageId: answer.id, callId: callId.slice(0, 200), turnIndex },
    ...{ cwd, mode },
  };
  let runId: string | undefined;
  const asked = {
    ...{ caller: talk.caller, tool, unit, arguments: args, context, steps: true },
    ...{ confirm: talk.confirm, headless: talk.confirm !== 'ask', waits },
  };
  const done = await runs.call(
    asked,
    (event) => {
      if (event.type === 'started') ({ runId } = event);
      tell({ type: 'run', callId, event });
    },
    signal,
  );
  return {
    ...{ callId, name, arguments: done.arguments ?? args, result: done.result },
    ...(runId === undefined ? {} : { runId }),
    ...{ ending: done.ending.kind, from: 'run', toolHash: unit.hash },
    // The tool's time, as in the history, without the wait for the person.
    durationMs: done.ending.durationMs,
  };
}
