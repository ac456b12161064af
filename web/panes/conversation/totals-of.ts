import type { ConversationNode } from '../../../shared/protocol/conversations.ts';
import type { Usage } from '../../../shared/protocol/models.ts';
import type { ModelPrice } from '../../../shared/protocol/settings.ts';

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
  /** Answers of models that did not say what they took. */
  uncounted: number;
  /** US dollars, at the full price of tokens that were read before, too; undefined where one is not known. */
  cost: number | undefined;
}

/** What a branch took, as far as its providers told. The person's own answers take nothing. */
export function totalsOf(path: readonly ConversationNode[], prices: Prices = {}): Totals {
  const totals: Totals = {
    ...{ turns: 0, answers: 0, calls: 0, durationMs: 0 },
    ...{ inputTokens: 0, outputTokens: 0, uncounted: 0, cost: 0 },
  };
  for (const node of path) {
    if (node.role === 'user') totals.turns += 1;
    else if (node.role === 'results') {
      totals.calls += node.results.length;
      totals.durationMs += node.results.reduce((sum, { durationMs }) => sum + durationMs, 0);
    } else {
      totals.answers += 1;
      totals.durationMs += node.durationMs;
      const isFree = node.by === 'person' || node.source !== 'live';
      if (!isFree) add(totals, node.usage, prices[node.by]);
    }
  }
  return totals;
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
