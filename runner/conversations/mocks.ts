import { asText } from '../../shared/returns/failure.ts';
import { isObject } from '../../shared/schema/json/values.ts';
import type {
  CallOutcome,
  ConversationNode,
  ConversationSetup,
} from '../../shared/protocol/conversations/conversations.ts';
import type { Mock } from '../../shared/protocol/conversations/mocks.ts';
import type { Registered } from '../../shared/registry/registry-view.ts';
import { writeJson } from '../../shared/tool/exact-number.ts';
import type { Arguments, Json } from '../../shared/tool/json.ts';
import type { ToolResult } from '../../shared/tool/run/result.ts';
import type { RunnerUnit } from '../sources/unit.ts';
import type { ConversationStore } from '../store/conversations/conversation-store.ts';
import type { RunStore } from '../store/runs/run-store.ts';
import { refusal } from './refusal.ts';

/** The result of a mock, and its origin. */
type MockAnswer = Pick<CallOutcome, 'result' | 'from' | 'stale' | 'toolHash'>;

/** Answers calls in place of the tools. */
export interface Mocks {
  /** Undefined if the tool itself should run. */
  answer(found: Registered<RunnerUnit>, args: Arguments): MockAnswer | undefined;
}

/** How many runs of a tool are searched for the same arguments. */
const MOST_LOOKED_AT = 200;

/** The value with sorted keys, so that equal arguments make equal texts. */
function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const rows = Object.keys(value).sort();
  return Object.fromEntries(rows.map((key) => [key, ordered(value[key] as Json)]));
}
const keyOf = (name: string, args: Arguments) => `${name}\n${writeJson(ordered(args))}`;
const same = (a: Json, b: Json) => writeJson(ordered(a)) === writeJson(ordered(b));

/** Whether `whole` contains every value of `part`, object members one by one. */
function stands(part: Json, whole: Json | undefined): boolean {
  if (whole === undefined) return false;
  if (!isObject(part) || !isObject(whole)) return same(part, whole);
  return Object.entries(part).every(([key, value]) =>
    // Inherited members do not count.
    stands(value as Json, Object.hasOwn(whole, key) ? whole[key] : undefined),
  );
}

const plain = (success: boolean, llmContent: string, displayContent?: string): ToolResult => ({
  ...{ success, llmContent, displayContent: displayContent ?? llmContent },
  ...(success ? {} : { error: { type: 'execution_error', message: llmContent } }),
});

const none = (message: string): MockAnswer => ({ result: refusal(message), from: 'refused' });

type Setup = Pick<ConversationSetup, 'mocks' | 'mocksOnly' | 'rerunStale' | 'frozenTools'>;

/** The mocks and recorded results of a conversation. */
export function openMocks(
  { mocks, mocksOnly, rerunStale, frozenTools }: Setup,
  {
    history,
    store,
  }: {
    history: Pick<RunStore, 'list' | 'read'>;
    store: Pick<ConversationStore, 'head' | 'nodes'>;
  },
): Mocks {
  const frozen = recordedResults(frozenTools === undefined ? [] : store.nodes(frozenTools));
  const isGone = frozenTools !== undefined && !store.head(frozenTools);
  return {
    answer(found, args) {
      const { name } = found.tool;
      const mock = Object.hasOwn(mocks, name) ? mocks[name] : undefined;
      if (mock) {
        const answered = mocked(mock, found, args, history);
        // A mocked tool never runs.
        return answered ?? none(`The mock of "${name}" has no answer to these arguments.`);
      }
      const kept = frozen.take(keyOf(name, args));
      const stale = kept?.toolHash !== undefined && kept.toolHash !== found.unit.hash;
      if (kept && !(stale && rerunStale)) {
        const { result, toolHash } = kept;
        return { result, from: 'recorded', ...(stale ? { stale, toolHash } : {}) };
      }
      if (kept) return undefined;
      if (isGone)
        return none(`The conversation "${frozenTools}", whose results answer here, is gone.`);
      // With frozen tools, none may run.
      if (frozenTools !== undefined)
        return none(
          `"${name}" was not run: only recorded results answer here, and none was recorded of a call with these arguments.`,
        );
      return mocksOnly ? none(`"${name}" has no mock, and only mocks answer here.`) : undefined;
    },
  };
}

/** Results by call. Repeated calls are answered in the recorded order. */
function recordedResults(nodes: readonly ConversationNode[]) {
  const known = new Map<string, CallOutcome[]>();
  for (const node of nodes)
    for (const outcome of node.role === 'results' ? node.results : []) {
      if (outcome.from === 'refused' || outcome.arguments === undefined) continue;
      const key = keyOf(outcome.name, outcome.arguments);
      known.set(key, [...(known.get(key) ?? []), outcome]);
    }
  return {
    take(key: string): CallOutcome | undefined {
      const rest = known.get(key) ?? [];
      return rest.length > 1 ? rest.shift() : rest[0];
    },
  };
}

function mocked(
  mock: Mock,
  { unit, tool }: Registered<RunnerUnit>,
  args: Arguments,
  history: Pick<RunStore, 'list' | 'read'>,
): MockAnswer | undefined {
  if (mock.kind === 'rule') {
    const rule = mock.rules.find(({ when }) => stands(when, args));
    if (!rule) return undefined;
    return { result: plain(rule.success, rule.llmContent, rule.displayContent), from: 'rule' };
  }
  if (mock.kind === 'sample') {
    const samples = unit.read?.samples ?? [];
    const own = samples.filter((one) => one.tool === undefined || one.tool === tool.name);
    const sample = own.find((one) =>
      mock.sample === undefined ? same(one.arguments, args) : one.name === mock.sample,
    );
    const { llmContent, value, displayContent, success = true } = sample?.expect ?? {};
    const content = llmContent ?? (value === undefined ? undefined : asText(value));
    if (content === undefined) return undefined;
    return { result: plain(success, content, displayContent), from: 'sample' };
  }
  const { runs } = history.list({ tool: unit.id, limit: MOST_LOOKED_AT });
  const last = runs.find(
    (run) =>
      ['finished', 'failed'].includes(run.outcome) &&
      run.tool === tool.name &&
      same(run.arguments ?? {}, args),
  );
  const result = last && history.read(last.id)?.record.result;
  return result && { result, from: 'last' };
}
