import { z } from 'zod';
import { Ending } from '../../tool/run/ending.ts';
import { Arguments, JsonObject } from '../../tool/json.ts';
import { ToolResult } from '../../tool/run/result.ts';
import { ConversationSetup, RequestForm } from './conversation-setup.ts';
import { RunEvent } from '../events.ts';
import { ModelFault, ModelId, RetryEvent, Usage } from '../models.ts';
import { DeclaredLoss } from '../tools.ts';

export {
  ConversationLimits,
  ConversationSetup,
  Reasoning,
  RequestForm,
} from './conversation-setup.ts';

/** A call as the model wrote it. */
export const CallPart = z.object({
  type: z.literal('call'),
  /** The id of this call. The runner tells two calls of one answer with the same id apart. */
  id: z.string(),
  name: z.string(),
  /** JSON text, not parsed yet. */
  arguments: z.string(),
  /** Data that the provider wants back with the call, such as a signature. Only the provider reads it. */
  held: JsonObject.optional(),
});
export type CallPart = z.infer<typeof CallPart>;

export const AnswerPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), held: JsonObject.optional() }),
  z.object({ type: z.literal('reasoning'), text: z.string(), held: JsonObject.optional() }),
  CallPart,
]);
export type AnswerPart = z.infer<typeof AnswerPart>;

/** The outcome of a call. */
export const CallOutcome = z.object({
  callId: z.string(),
  name: z.string(),
  /** The arguments that it ran with, which the person may have changed; absent if they could not be parsed. */
  arguments: Arguments.optional(),
  result: ToolResult,
  /** The id in the history, if it ran. */
  runId: z.string().optional(),
  /** The kind of its Ending, if it ran. */
  ending: z.enum(Ending.options.map((option) => option.shape.kind.value)).optional(),
  /**
   * The origin of the result. `refused`: no such tool is offered, the arguments are not valid JSON, a limit
   * was reached, or a required mock is missing.
   */
  from: z.enum(['run', 'sample', 'rule', 'last', 'recorded', 'edited', 'refused']),
  durationMs: z.number(),
  /** A hash of the tool's schema and code at the time. */
  toolHash: z.string().optional(),
  /** Whether the tool's schema or code changed since the result was recorded. */
  stale: z.boolean().optional(),
});
export type CallOutcome = z.infer<typeof CallOutcome>;

/** Why the conversation stopped. `answer-awaited`: the person is the model, and it is their turn. */
export const StopReason = z.enum([
  ...(['done', 'max-turns', 'max-calls', 'timeout', 'cancelled', 'error'] as const),
  'answer-awaited',
]);
export type StopReason = z.infer<typeof StopReason>;

const Stopped = z.object({ stopReason: StopReason, fault: ModelFault.optional() });
export type Stopped = z.infer<typeof Stopped>;

const Place = {
  id: z.string(),
  /** The message before it; null for a first message. */
  parent: z.string().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Why the conversation stopped after it, the last time. */
  stopped: Stopped.optional(),
};

/** A message of a conversation. Messages form a tree: changing one starts a new branch next to it. */
export const ConversationNode = z.discriminatedUnion('role', [
  z.object({ ...Place, role: z.literal('user'), text: z.string() }),
  z.object({
    ...Place,
    role: z.literal('answer'),
    /** The model or person that answered. */
    by: ModelId,
    parts: z.array(AnswerPart),
    usage: Usage.optional(),
    durationMs: z.number(),
    /** `replayed`: from a recording. `edited`: the person changed it. */
    source: z.enum(['live', 'replayed', 'edited']),
    /**
     * The parts that changed since the recording: the request, the schemas, or the code of the called tools.
     */
    stale: z.array(z.enum(['request', 'schema', 'code'])).optional(),
    /** Whether the answer is complete. Calls of an incomplete answer never run. */
    whole: z.boolean(),
    /** Whether it is a plan that the person discarded. */
    discarded: z.boolean().optional(),
    /** Hashes of the request and the schemas that it was made for. */
    restsOn: z.object({ request: z.string(), schema: z.string() }).optional(),
  }),
  z.object({ ...Place, role: z.literal('results'), results: z.array(CallOutcome) }),
]);
export type ConversationNode = z.infer<typeof ConversationNode>;

/** The last turn of a conversation. */
export const LastTurn = z.object({
  /** The model that was asked. */
  model: ModelId,
  /** The end, in milliseconds since 1970; the start if it still runs or the runner was stopped. */
  at: z.number(),
  /** Why it stopped; absent while it runs, or if the runner was stopped in the middle. */
  stopReason: StopReason.optional(),
});
export type LastTurn = z.infer<typeof LastTurn>;

export const ConversationHead = z.object({
  id: z.string(),
  /** The first words of the first message, until the person changes it. */
  title: z.string(),
  startedAt: z.number(),
  changedAt: z.number(),
  model: ModelId,
  nodes: z.int(),
  /** Absent before the first turn. */
  lastTurn: LastTurn.optional(),
});
export type ConversationHead = z.infer<typeof ConversationHead>;

/**
 * `GET /api/conversations?q=&stopped=&before=&limit=`, newest first; `next` is the cursor of the next page.
 * Untouched empty conversations are left out.
 */
export const ConversationList = z.object({
  conversations: z.array(
    ConversationHead.extend({
      isGoingOn: z.boolean(),
      /** Whether its newest message is a plan that waits for the person. */
      planWaits: z.boolean().optional(),
    }),
  ),
  next: z.string().optional(),
});
export type ConversationList = z.infer<typeof ConversationList>;

/** `POST /api/conversations` starts a conversation, or imports an exported one. */
export const ConversationStart = z.strictObject({
  title: z.string().max(200).optional(),
  setup: ConversationSetup.prefault({}),
  nodes: z.array(ConversationNode).max(20_000).optional(),
});
export type ConversationStart = z.infer<typeof ConversationStart>;

/** A running turn; `GET /api/conversations/:id/turns/:turn` streams it. */
export const TurnGoing = z.object({
  id: z.string(),
  /** The message that it started after. */
  parent: z.string().nullable(),
  /** The model or person that answers. */
  model: ModelId,
});
export type TurnGoing = z.infer<typeof TurnGoing>;

/** `GET /api/conversations/:id`. Nodes are in the order of their creation. */
export const Conversation = ConversationHead.extend({
  setup: ConversationSetup,
  nodes: z.array(ConversationNode),
  /** Whether a turn is running. */
  isGoingOn: z.boolean(),
  /** The running turns that can be watched; an agent's own are not listed. */
  turns: z.array(TurnGoing),
});
export type Conversation = z.infer<typeof Conversation>;

/** `PATCH /api/conversations/:id`: absent fields stay as they are. */
export const ConversationChange = z.strictObject({
  title: z.string().min(1).max(200).optional(),
  setup: ConversationSetup.optional(),
  /** The id of the answer whose plan is discarded. */
  discarded: z.string().optional(),
});
export type ConversationChange = z.infer<typeof ConversationChange>;

/**
 * `POST /api/conversations/:id/turns`: continues after `parent` with a message of the person, an answer in
 * the model's place, changed results, or nothing, which asks the model (again).
 */
export const TurnRequest = z.strictObject({
  parent: z.string().nullable(),
  /** The model or person that answers this turn; by default the model of the setup. */
  model: ModelId.optional(),
  text: z.string().min(1).max(10_000_000).optional(),
  answer: z.object({ parts: z.array(AnswerPart).min(1).max(1_000) }).optional(),
  results: z
    .array(z.object({ callId: z.string(), llmContent: z.string() }))
    .max(1_000)
    .optional(),
});
export type TurnRequest = z.infer<typeof TurnRequest>;

/** `POST /api/conversations/:id/request`: the request that the model would get; sends nothing. */
export const RequestAsked = z.strictObject({
  parent: z.string().nullable(),
  model: ModelId.optional(),
  form: RequestForm.optional(),
  /** An unsent message in the page. */
  text: z.string().optional(),
});
export type RequestAsked = z.infer<typeof RequestAsked>;

export const RequestShown = z.object({
  form: RequestForm,
  /** The address that it would be sent to. */
  url: z.string(),
  /** The body, byte for byte. */
  body: z.string(),
  /** The losses of the declarations in this form. */
  losses: z.array(DeclaredLoss),
});
export type RequestShown = z.infer<typeof RequestShown>;

/**
 * The events of a turn. `event:` of the stream is the `type`, `id:` its number. Numbers increase. Events that
 * a later message contains are not repeated to late subscribers.
 */
export const TurnEvent = z.discriminatedUnion('type', [
  /** The first event. */
  z.object({ type: z.literal('begun'), turn: TurnGoing }),
  /** A message was saved, or saved again. */
  z.object({ type: z.literal('node'), node: ConversationNode }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  /** The model has finished writing a call. */
  z.object({ type: z.literal('call'), call: CallPart }),
  z.object({ type: z.literal('usage'), usage: Usage }),
  RetryEvent,
  /** An event of a run, with the call that it belongs to. */
  z.object({ type: z.literal('run'), callId: z.string(), event: RunEvent }),
  z.object({ type: z.literal('stopped'), ...Stopped.shape }),
]);
export type TurnEvent = z.infer<typeof TurnEvent>;

/** `GET /api/changes` sends `conversations` when some changed, started, stopped or were deleted. */
export const ConversationsChanged = z.object({ ids: z.array(z.string()) });
export type ConversationsChanged = z.infer<typeof ConversationsChanged>;
