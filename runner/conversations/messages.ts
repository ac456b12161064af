import type {
  CallPart,
  ConversationNode,
  ConversationSetup,
} from '../../shared/protocol/conversations/conversations.ts';
import type { Registered } from '../../shared/registry/registry-view.ts';
import type { Definition } from '../../shared/tool/definition.ts';
import { writeJson } from '../../shared/tool/exact-number.ts';
import { sha256 } from '../platform/sha256.ts';
import type { Sources } from '../sources/sources.ts';
import type { RunnerUnit } from '../sources/unit.ts';
import type { Message, ModelRequest } from './models/model.ts';

export type AnswerNode = Extract<ConversationNode, { role: 'answer' }>;
export type ResultsNode = Extract<ConversationNode, { role: 'results' }>;
type ToolMessage = Extract<Message, { role: 'tool' }>;

/** The text for the model if a call has no result. */
const NOT_RUN = 'Error: This call was not run, and nothing came of it.';

export const callsOf = (answer: AnswerNode): CallPart[] =>
  answer.parts.filter((part) => part.type === 'call');

/** Messages by node, so that a long conversation is not converted again at each turn. */
const made = new WeakMap<ConversationNode, Message>();
const remember = <M extends Message>(node: ConversationNode, make: () => M): M => {
  const known = made.get(node) as M | undefined;
  if (known) return known;
  const message = make();
  made.set(node, message);
  return message;
};

/**
 * Returns a result for each call, in order: providers refuse a call without a result, and a result without a
 * call.
 */
function resultsOf(answer: AnswerNode, given: ResultsNode | undefined): ToolMessage {
  const known = new Map(given?.results.map((outcome) => [outcome.callId, outcome.result]));
  return {
    role: 'tool',
    results: callsOf(answer).map(({ id, name }) => {
      const result = known.get(id);
      return {
        ...{ callId: id, name },
        content: result?.llmContent ?? NOT_RUN,
        isError: result?.success !== true,
      };
    }),
  };
}

/** Converts the messages of a path for the model, without the results' content for the person. */
export function messagesOf(path: readonly ConversationNode[]): Message[] {
  return path.flatMap((node, at): Message[] => {
    if (node.role === 'user') return [remember(node, () => ({ role: 'user', text: node.text }))];
    if (node.role === 'results') return [];
    const said = node.parts.some((part) => part.type === 'call' || part.text.trim() !== '');
    if (!said || node.parts.every(({ type }) => type === 'reasoning')) return [];
    const answer = remember(node, () => ({ role: 'assistant', parts: node.parts }));
    if (callsOf(node).length === 0) return [answer];
    const next = path[at + 1];
    // A last answer waits for its calls; no model is asked after it.
    if (next === undefined) return [answer, resultsOf(node, undefined)];
    if (next.role !== 'results') return [answer, resultsOf(node, undefined)];
    return [answer, remember(next, () => resultsOf(node, next))];
  });
}

/** The tools in a request, by name. */
export type Offered = ReadonlyMap<string, Registered<RunnerUnit>>;

/** Returns the tools of a setup that are on, as they are now. */
export async function offeredTo(
  { tools, mode }: Pick<ConversationSetup, 'tools' | 'mode'>,
  sources: Pick<Sources, 'follow' | 'registry'>,
): Promise<Offered> {
  await sources.follow();
  const all = sources.registry.offered(mode);
  const wanted = tools === 'all' ? undefined : new Set(tools);
  return new Map(
    all.filter(({ tool }) => wanted?.has(tool.name) ?? true).map((one) => [one.tool.name, one]),
  );
}

const PLAN = `Plan mode is on: all your tools are read-only, and nothing may be changed yet. Read what you need, then answer without a tool call, with a step-by-step plan of what you would do. The person approves, edits or discards the plan before you act.`;

/** Returns the system prompt. An agent has its own sentence about plan mode. */
const systemOf = ({ system, mode, agent }: Told): string =>
  mode === 'plan' && !agent ? [PLAN, ...(system === '' ? [] : [system])].join('\n\n') : system;

type Told = Pick<ConversationSetup, 'system' | 'mode' | 'agent'>;

export const requestOf = (
  path: readonly ConversationNode[],
  setup: Told & Pick<ConversationSetup, 'reasoning'>,
  offered: Offered,
): ModelRequest => ({
  system: systemOf(setup),
  ...(setup.reasoning ? { reasoning: setup.reasoning } : {}),
  messages: messagesOf(path),
  tools: [...offered.values()].map(({ definition }) => definition),
});

const digests = new WeakMap<object, string>();
const digest = <T extends object>(of: T, text: (of: T) => unknown): string => {
  const known = digests.get(of) ?? sha256(writeJson(text(of)));
  digests.set(of, known);
  return known;
};

/** The content of a message that counts for a replay, without reasoning and data for the provider. */
const read = (message: Message): unknown =>
  message.role === 'assistant'
    ? message.parts.flatMap((part) => {
        if (part.type === 'reasoning') return [];
        const { held: _, ...kept } = part;
        return [kept];
      })
    : message;

const declared = ({ name, description, parameters, strict }: Definition) => [
  ...[name, description, parameters, strict === true],
];

/** Returns the hashes of the request and of the tools in it, which a replay compares. */
export function restsOn({ system, messages, tools }: ModelRequest): {
  request: string;
  schema: string;
} {
  const told = messages.map((message) => digest(message, read));
  return {
    request: sha256([sha256(system), ...told].join('\n')),
    schema: sha256(tools.map((tool) => digest(tool, declared)).join('\n')),
  };
}
