import { z } from 'zod';
import { Ending } from '../tool/ending.ts';
import { Arguments, JsonObject } from '../tool/json.ts';
import { ToolResult } from '../tool/result.ts';
import { ConversationSetup, RequestForm } from './conversation-setup.ts';
import { RunEvent } from './events.ts';
import { ModelFault, ModelId, Usage } from './models.ts';
import { DeclaredLoss } from './tools.ts';

export {
  ConversationLimits,
  ConversationSetup,
  Reasoning,
  RequestForm,
} from './conversation-setup.ts';

/** A call as the model wrote it. */
export const CallPart = z.object({
  type: z.literal('call'),
  /** Of this call; two calls of one answer that share it are told apart by the runner. */
  id: z.string(),
  name: z.string(),
  /** JSON text; nobody has read it yet. */
  arguments: z.string(),
  /** What the provider wants back with it, such as a signature; nobody else reads it. */
  held: JsonObject.optional(),
});
export type CallPart = z.infer<typeof CallPart>;

export const AnswerPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), held: JsonObject.optional() }),
  z.object({ type: z.literal('reasoning'), text: z.string(), held: JsonObject.optional() }),
  CallPart,
]);
export type AnswerPart = z.infer<typeof AnswerPart>;

/** What came of one call. */
export const CallOutcome = z.object({
  callId: z.string(),
  name: z.string(),
  /** As they ran, which a person may have changed; absent where they could not be read. */
  arguments: Arguments.optional(),
  result: ToolResult,
  /** Its place in the history, where it ran. */
  runId: z.string().optional(),
  /** How it ended, where it ran. */
  ending: z.enum(Ending.options.map((option) => option.shape.kind.value)).optional(),
  /**
   * Where the result comes from. `refused`: no tool of that name is offered, its arguments are no JSON,
   * a limit was met, or there is no mock where only mocks answer.
   */
  from: z.enum(['run', 'sample', 'rule', 'last', 'recorded', 'edited', 'refused']),
  durationMs: z.number(),
  /** A hash of the tool's schema and code as they were. */
  toolHash: z.string().optional(),
  /** Whether the result was recorded with another schema or code of the tool than there is now. */
  stale: z.boolean().optional(),
});
export type CallOutcome = z.infer<typeof CallOutcome>;

/** Why nobody goes on. `answer-awaited`: the person is the model, and has the word. */
export const StopReason = z.enum([
  ...(['done', 'max-turns', 'max-calls', 'timeout', 'cancelled', 'error'] as const),
  'answer-awaited',
]);
export type StopReason = z.infer<typeof StopReason>;

const Stopped = z.object({ stopReason: StopReason, fault: ModelFault.optional() });
export type Stopped = z.infer<typeof Stopped>;

const Place = {
  id: z.string(),
  /** What it answers; null for a first message. */
  parent: z.string().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Why nobody went on after it, the last time somebody was asked to. */
  stopped: Stopped.optional(),
};

/** A message of a conversation. They make a tree: whoever changes one begins a branch beside it. */
export const ConversationNode = z.discriminatedUnion('role', [
  z.object({ ...Place, role: z.literal('user'), text: z.string() }),
  z.object({
    ...Place,
    role: z.literal('answer'),
    /** Whose answer it is. */
    by: ModelId,
    parts: z.array(AnswerPart),
    usage: Usage.optional(),
    durationMs: z.number(),
    /** `replayed`: taken from a recording. `edited`: the person changed it. */
    source: z.enum(['live', 'replayed', 'edited']),
    /**
     * It was recorded for another request or other schemas than there are now, or the tools that it calls
     * have other code, which the model never saw.
     */
    stale: z.array(z.enum(['request', 'schema', 'code'])).optional(),
    /** Whether the answer is whole: calls of one that is not are never performed. */
    whole: z.boolean(),
    /** It is a plan that the person wants neither to run nor to change. */
    discarded: z.boolean().optional(),
    /** Hashes of what it rests on. */
    restsOn: z.object({ request: z.string(), schema: z.string() }).optional(),
  }),
  z.object({ ...Place, role: z.literal('results'), results: z.array(CallOutcome) }),
]);
export type ConversationNode = z.infer<typeof ConversationNode>;

/** The last time that somebody was asked to go on in a conversation. */
export const LastTurn = z.object({
  /** Who was asked. */
  model: ModelId,
  /** Milliseconds since 1970 when it ended; when it began, while it goes on or where the runner was ended. */
  at: z.number(),
  /** Why nobody goes on; absent while it goes on, or where the runner was ended in the middle of it. */
  stopReason: StopReason.optional(),
});
export type LastTurn = z.infer<typeof LastTurn>;

export const ConversationHead = z.object({
  id: z.string(),
  /** The first words of its first message, until the person says otherwise. */
  title: z.string(),
  startedAt: z.number(),
  changedAt: z.number(),
  model: ModelId,
  nodes: z.int(),
  /** Absent where nobody was asked yet. */
  lastTurn: LastTurn.optional(),
});
export type ConversationHead = z.infer<typeof ConversationHead>;

/**
 * `GET /api/conversations?q=&stopped=&before=&limit=`, newest first; `next` is the cursor of the following
 * page. One that holds nothing, and that nobody has changed, is not in it.
 */
export const ConversationList = z.object({
  conversations: z.array(ConversationHead.extend({ isGoingOn: z.boolean() })),
  next: z.string().optional(),
});
export type ConversationList = z.infer<typeof ConversationList>;

/** `POST /api/conversations` begins one; a whole exported one may be brought in. */
export const ConversationStart = z.strictObject({
  title: z.string().max(200).optional(),
  setup: ConversationSetup.prefault({}),
  nodes: z.array(ConversationNode).max(20_000).optional(),
});
export type ConversationStart = z.infer<typeof ConversationStart>;

/** A turn that goes on: `GET /api/conversations/:id/turns/:turn` tells of it. */
export const TurnGoing = z.object({
  id: z.string(),
  /** What it began after. */
  parent: z.string().nullable(),
  /** Who answers. */
  model: ModelId,
});
export type TurnGoing = z.infer<typeof TurnGoing>;

/** `GET /api/conversations/:id`. Nodes stand in the order in which they were made. */
export const Conversation = ConversationHead.extend({
  setup: ConversationSetup,
  nodes: z.array(ConversationNode),
  /** Whether somebody is answering in it at the moment. */
  isGoingOn: z.boolean(),
  /** The turns that go on and can be watched; an agent's own work is none. */
  turns: z.array(TurnGoing),
});
export type Conversation = z.infer<typeof Conversation>;

/** `PATCH /api/conversations/:id`: what is left out stays as it is. */
export const ConversationChange = z.strictObject({
  title: z.string().min(1).max(200).optional(),
  setup: ConversationSetup.optional(),
  /** The answer whose plan is discarded, by its id. */
  discarded: z.string().optional(),
});
export type ConversationChange = z.infer<typeof ConversationChange>;

/**
 * `POST /api/conversations/:id/turns`: goes on after `parent`, with a message of the person, with an answer
 * in the model's place, with changed results, or with nothing new, so that the model is asked (again).
 */
export const TurnRequest = z.strictObject({
  parent: z.string().nullable(),
  /** Who answers this once; the setup's model without it. */
  model: ModelId.optional(),
  text: z.string().min(1).max(10_000_000).optional(),
  answer: z.object({ parts: z.array(AnswerPart).min(1).max(1_000) }).optional(),
  results: z
    .array(z.object({ callId: z.string(), llmContent: z.string() }))
    .max(1_000)
    .optional(),
});
export type TurnRequest = z.infer<typeof TurnRequest>;

/** `POST /api/conversations/:id/request`: what the model would be sent after `parent`, and nothing is sent. */
export const RequestAsked = z.strictObject({
  parent: z.string().nullable(),
  model: ModelId.optional(),
  form: RequestForm.optional(),
  /** A message that stands in the page and was not sent yet. */
  text: z.string().optional(),
});
export type RequestAsked = z.infer<typeof RequestAsked>;

export const RequestShown = z.object({
  form: RequestForm,
  /** Where it would be sent. */
  url: z.string(),
  /** The body, byte for byte. */
  body: z.string(),
  /** What the declarations lose in this form. */
  losses: z.array(DeclaredLoss),
});
export type RequestShown = z.infer<typeof RequestShown>;

/**
 * What a turn says as it happens; `event:` of the stream is the `type`, `id:` its number. Numbers grow, and
 * what a message has said for good is not told again: whoever watches later misses the numbers before it.
 */
export const TurnEvent = z.discriminatedUnion('type', [
  /** The first one. */
  z.object({ type: z.literal('begun'), turn: TurnGoing }),
  /** A message is written down, or is written down anew. */
  z.object({ type: z.literal('node'), node: ConversationNode }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  /** The model has written a call to its end. */
  z.object({ type: z.literal('call'), call: CallPart }),
  z.object({ type: z.literal('usage'), usage: Usage }),
  /** The model is asked again in so many milliseconds, because of the fault. */
  z.object({
    type: z.literal('retry'),
    attempt: z.int(),
    afterMs: z.number(),
    fault: ModelFault,
  }),
  /** What a run says, with the call that it performs. */
  z.object({ type: z.literal('run'), callId: z.string(), event: RunEvent }),
  z.object({ type: z.literal('stopped'), ...Stopped.shape }),
]);
export type TurnEvent = z.infer<typeof TurnEvent>;

/** `GET /api/changes` says `conversations` when some have changed, begin or cease to go on, or are gone. */
export const ConversationsChanged = z.object({ ids: z.array(z.string()) });
export type ConversationsChanged = z.infer<typeof ConversationsChanged>;
