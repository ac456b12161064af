import type { AnswerPart, CallPart } from '../../../shared/protocol/conversations/conversations.ts';
import type { ModelFault, ModelId, Usage } from '../../../shared/protocol/models.ts';
import type {
  Reasoning,
  RequestForm,
} from '../../../shared/protocol/conversations/conversations.ts';
import type { Definition } from '../../../shared/tool/definition.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';

/** A message in a form that suits every provider. */
export type Message =
  | { role: 'user'; text: string }
  | { role: 'assistant'; parts: readonly AnswerPart[] }
  | {
      role: 'tool';
      /** The results for the model: `llmContent`, never `displayContent`. */
      results: readonly { callId: string; name: string; content: string; isError: boolean }[];
    };

/** All input for one answer of a model. */
export interface ModelRequest {
  system: string;
  messages: readonly Message[];
  /** The registry's definitions; each model derives its own form and losses. */
  tools: readonly Definition[];
  /** Absent: the provider's default. */
  reasoning?: Reasoning | undefined;
  /** The limit of the answer in tokens; absent: the provider's limit. */
  maxTokens?: number | undefined;
}

/** A piece of an answer, in order of arrival. The last one is `finish` or `fault`. */
export type Piece =
  | { type: 'text' | 'reasoning'; text: string }
  /** Data that the provider needs back with the text or reasoning before it. */
  | { type: 'held'; held: JsonObject }
  | { type: 'call'; call: CallPart }
  | { type: 'usage'; usage: Usage }
  /** The end of the pieces that arrived together; the next one may take time. */
  | { type: 'lull' }
  | { type: 'retry'; attempt: number; afterMs: number; fault: ModelFault }
  | { type: 'finish'; reason: 'stop' | 'calls' | 'length' | 'other' }
  | { type: 'fault'; fault: ModelFault };

/** A model that answers turns. `answer` never throws: a failure is its last piece. */
export interface Model {
  id: ModelId;
  label: string;
  answer(request: ModelRequest, signal: AbortSignal): AsyncIterable<Piece>;
  /** Returns the recorded answer for this request; absent for live models. */
  recorded?(request: ModelRequest): Recorded | undefined;
}

/** A recorded answer, and the state of the tools that it called. */
export interface Recorded {
  restsOn: { request: string; schema: string } | undefined;
  /** By the name of the tool. */
  toolHashes: ReadonlyMap<string, string>;
}

/** A request that is shown and not sent. */
export interface Wire {
  form: RequestForm;
  url: string;
  body: string;
}

/** The available models. */
export interface Models {
  /** Opens the model with this id, or returns why there is none. */
  open(id: ModelId): Promise<Model | { fault: ModelFault }>;
  /**
   * Returns the request in this form, or why there is none. It is that of the provider of `id`, if `id` names
   * one.
   */
  show(
    request: ModelRequest,
    as: { id: ModelId; form: RequestForm },
  ): Promise<Wire | { why: string }>;
  close(): Promise<void>;
}
