import type {
  CallOutcome,
  ConversationNode,
} from '../../../shared/protocol/conversations/conversations.ts';
import type { Stopped } from '../../../shared/protocol/conversations/conversations.ts';
import { Usage } from '../../../shared/protocol/models.ts';
import {
  ToolAgentResult,
  type ToolAgentStep,
} from '../../../shared/protocol/conversations/tool-agent.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';

type AnswerNode = Extract<ConversationNode, { role: 'answer' }>;

/** How many characters of a call's result are stored in addition to the run's record. */
const MOST_RESULT = 2_000;
const MOST_LINE = 200;

/** The tools whose results name the file that they wrote. Source: seed 004, Write and Edit. */
const writers = new Set(['Write', 'Edit']);

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}…`;

/** Returns the text of an answer without its reasoning. */
export const textOf = ({ parts }: AnswerNode): string =>
  parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('')
    .trim();

/** Returns the reasoning and text of an answer. */
export const thinkingOf = ({ parts }: AnswerNode): string =>
  parts
    .flatMap((part) => (part.type === 'call' ? [] : [part.text.trim()]))
    .filter(Boolean)
    .join('\n\n');

const innerOf = ({ result }: CallOutcome): ToolAgentResult | undefined =>
  ToolAgentResult.safeParse(result.metadata?.toolAgentResult).data;

const outcomesIn = (node: ConversationNode): CallOutcome[] =>
  node.role === 'results' ? node.results : [];

/** Returns the number of calls, limited to those that were allowed. */
export const callCount = (nodes: readonly ConversationNode[], maxToolCalls: number): number =>
  Math.min(nodes.flatMap(outcomesIn).length, maxToolCalls);

const failureOf = ({ name, result }: CallOutcome): string =>
  `${name}: ${result.error?.message ?? result.llmContent}`;

/** Converts an agent's conversation to the result for its caller. Source: seed 003, `executeToolAgent`. */
export function agentResult(
  nodes: readonly ConversationNode[],
  { stopReason, fault }: Stopped,
  about: { conversationId: string; executionTimeMs: number; maxToolCalls: number },
): ToolAgentResult {
  const { maxToolCalls, ...rest } = about;
  const outcomes = nodes.flatMap(outcomesIn);
  const steps = stepsOf(nodes);
  const isDone = outcomes.length === 0 || outcomes.some(({ result }) => result.success);
  const answers = nodes.filter((node) => node.role === 'answer');
  return {
    success: isDone && stopReason !== 'error',
    summary: answers.map(textOf).filter(Boolean).join('\n\n').trim(),
    details: steps.map(lineOf).join('\n'),
    filesModified: [...new Set(outcomes.flatMap(filesOf))],
    errors: [
      ...outcomes.filter(({ result }) => !result.success).map(failureOf),
      ...(fault === undefined ? [] : [fault.message]),
    ],
    toolCallCount: callCount(nodes, maxToolCalls),
    stopReason,
    steps,
    ...usageOf(answers, outcomes),
    ...rest,
  };
}

function filesOf(outcome: CallOutcome): string[] {
  const inner = innerOf(outcome);
  if (inner) return inner.filesModified;
  const path = outcome.result.metadata?.file_path;
  return outcome.result.success && writers.has(outcome.name) && typeof path === 'string'
    ? [path]
    : [];
}

/** Returns each call with the model's reasoning before it and its text after the results. */
function stepsOf(nodes: readonly ConversationNode[]): ToolAgentStep[] {
  return nodes.flatMap((node, at) => {
    const [before, after] = [nodes[at - 1], nodes[at + 1]];
    const thinking = before?.role === 'answer' ? thinkingOf(before) : '';
    const summary = after?.role === 'answer' ? textOf(after) : '';
    return outcomesIn(node).map(({ name, arguments: args = {}, result }): ToolAgentStep => ({
      ...{ toolName: name, arguments: args, result: cut(result.llmContent, MOST_RESULT) },
      ...{ status: result.success ? 'success' : 'failed', timestamp: node.at },
      ...(result.success ? {} : { error: result.error?.message ?? result.llmContent }),
      ...(thinking === '' ? {} : { thinking: cut(thinking, MOST_RESULT) }),
      ...(summary === '' ? {} : { summary: cut(summary, MOST_RESULT) }),
    }));
  });
}

function lineOf(
  { toolName, arguments: args, status, result, error }: ToolAgentStep,
  at: number,
): string {
  const [said = ''] = (error ?? result).trim().split('\n', 1);
  const call = `${toolName} ${cut(writeJson(args), MOST_LINE)}`;
  return `${at + 1}. ${call}: ${status}${said && `: ${cut(said, MOST_LINE)}`}`;
}

const fields = Object.keys(Usage.shape) as (keyof Usage)[];

/** Adds up token counts. A count that no answer reports stays undefined. */
export function sumUsage(all: readonly Usage[]): Usage {
  const sums = fields.flatMap((field) => {
    const known = all.flatMap((usage) => usage[field] ?? []);
    return known.length === 0 ? [] : [[field, known.reduce((sum, one) => sum + one, 0)] as const];
  });
  return Object.fromEntries(sums);
}

function usageOf(
  answers: readonly AnswerNode[],
  outcomes: readonly CallOutcome[],
): Pick<ToolAgentResult, 'usage' | 'usageByModel' | 'uncounted'> {
  const rows = [
    // Replayed answers use no tokens.
    ...answers.flatMap(({ by, usage, source }) =>
      usage && source === 'live' ? [{ by, usage }] : [],
    ),
    ...outcomes.flatMap((outcome) =>
      outcome.from === 'run'
        ? Object.entries(innerOf(outcome)?.usageByModel ?? {}).map(([by, usage]) => ({ by, usage }))
        : [],
    ),
  ];
  const uncounted = answers.filter(
    ({ source, usage }) =>
      source === 'live' && (usage?.inputTokens === undefined || usage.outputTokens === undefined),
  ).length;
  const below = outcomes.flatMap((outcome) =>
    outcome.from === 'run' ? (innerOf(outcome)?.uncounted ?? []) : [],
  );
  const models = [...new Set(rows.map(({ by }) => by))];
  return {
    usage: sumUsage(rows.map(({ usage }) => usage)),
    uncounted: below.reduce((sum, one) => sum + one, uncounted),
    usageByModel: Object.fromEntries(
      models.map((model) => [
        model,
        sumUsage(rows.flatMap(({ by, usage }) => (by === model ? [usage] : []))),
      ]),
    ),
  };
}
