import type { CallOutcome, ConversationNode } from './conversations.ts';
import type { Usage } from '../models.ts';
import type { ModelPrice } from '../settings.ts';
import { ToolAgentResult } from './tool-agent.ts';

type Prices = Readonly<Record<string, Pick<ModelPrice, 'inputPerMillion' | 'outputPerMillion'>>>;

export interface Totals {
  /** Messages of the person. */
  turns: number;
  answers: number;
  calls: number;
  /** Milliseconds of models and tools. */
  durationMs: number;
  inputTokens: number;
  outputTokens: number;
  /** Answers of models without reported usage. */
  uncounted: number;
  /** US dollars, at the full price also for cached tokens; undefined if a price is unknown. */
  cost: number | undefined;
}

/**
 * The usage of messages, as far as providers reported it, with that of the agents they called. Answers of the
 * person and replayed answers cost nothing.
 */
export function totalsOf(nodes: readonly ConversationNode[], prices: Prices = {}): Totals {
  const totals: Totals = {
    ...{ turns: 0, answers: 0, calls: 0, durationMs: 0 },
    ...{ inputTokens: 0, outputTokens: 0, uncounted: 0, cost: 0 },
  };
  const counted = new Set<string>();
  for (const node of nodes) {
    if (node.role === 'user') totals.turns += 1;
    else if (node.role === 'results') {
      totals.calls += node.results.length;
      totals.durationMs += node.results.reduce((sum, { durationMs }) => sum + durationMs, 0);
      for (const outcome of node.results) addAgent(totals, outcome, { prices, counted });
    } else {
      totals.answers += 1;
      totals.durationMs += node.durationMs;
      const isFree = node.by === 'person' || node.source !== 'live';
      if (!isFree) add(totals, node.usage, prices[node.by]);
    }
  }
  return totals;
}

/** The usage that an agent reports includes all agents below it. */
const AgentUsage = ToolAgentResult.pick({ usageByModel: true, uncounted: true });

function addAgent(
  totals: Totals,
  { from, runId, result }: CallOutcome,
  { prices, counted }: { prices: Prices; counted: Set<string> },
): void {
  const used = AgentUsage.safeParse(result.metadata?.toolAgentResult).data;
  // Two branches can share the same runs.
  if (from !== 'run' || !used || (runId !== undefined && counted.has(runId))) return;
  if (runId !== undefined) counted.add(runId);
  for (const [model, usage] of Object.entries(used.usageByModel)) add(totals, usage, prices[model]);
  if (used.uncounted === 0) return;
  totals.uncounted += used.uncounted;
  totals.cost = undefined;
}

function add(totals: Totals, usage: Usage | undefined, price: Prices[string] | undefined): void {
  const { inputTokens, outputTokens } = usage ?? {};
  totals.inputTokens += inputTokens ?? 0;
  totals.outputTokens += outputTokens ?? 0;
  if (inputTokens === undefined || outputTokens === undefined) totals.uncounted += 1;
  if (inputTokens === undefined || outputTokens === undefined || !price) totals.cost = undefined;
  if (totals.cost === undefined || !price) return;
  const millionths =
    (inputTokens ?? 0) * price.inputPerMillion + (outputTokens ?? 0) * price.outputPerMillion;
  totals.cost += millionths / 1_000_000;
}
