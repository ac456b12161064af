import type { AnswerPart, CallPart } from '../../../shared/protocol/conversations/conversations.ts';
import type { ModelFault, ModelId, Usage } from '../../../shared/protocol/models.ts';
import type {
  Reasoning,
  RequestForm,
} from '../../../shared/protocol/conversations/conversations.ts';
import type { Definition } from '../../../shared/tool/definition.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';

/** A message as every provider can be told it. */
export type Message =
  | { role: 'user'; text: string }
  | { role: 'assistant'; parts: readonly AnswerPart[] }
  | {
      role: 'tool';
      /** What the model gets of each call: `llmContent`, and never `displayContent`. */
      results: readonly { callId: string; name: string; content: string; isError: boolean }[];
    };

/** Everything that a model is told for one answer. */
export interface ModelRequest {
  system: string;
  messages: readonly Message[];
  /** In the form of the registry; each model's own form and its losses are made from it. */
  tools: readonly Definition[];
  /** The provider's own way where nothing is said. */
  reasoning?: Reasoning | undefined;
  /** Tokens of the answer; the provider's own limit where nothing is said. */
  maxTokens?: number | undefined;
}

/** A piece of an answer, as it comes. The last one is `finish` or `fault`. */
export type Piece =
  | { type: 'text' | 'reasoning'; text: string }
  /** What the provider wants back with the text or reasoning before it. */
  | { type: 'held'; held: JsonObject }
  | { type: 'call'; call: CallPart }
  | { type: 'usage'; usage: Usage }
  /** What came together ends here, and the rest may take its time. */
  | { type: 'lull' }
  | { type: 'retry'; attempt: number; afterMs: number; fault: ModelFault }
  | { type: 'finish'; reason: 'stop' | 'calls' | 'length' | 'other' }
  | { type: 'fault'; fault: ModelFault };

/** Who answers a turn. `answer` never throws: what goes wrong is its last piece. */
export interface Model {
  id: ModelId;
  label: string;
  answer(request: ModelRequest, signal: AbortSignal): AsyncIterable<Piece>;
  /** The answer that a recording holds for this request; absent in models that think. */
  recorded?(request: ModelRequest): Recorded | undefined;
}

/** An answer as a conversation kept it, and what the tools were that it called. */
export interface Recorded {
  restsOn: { request: string; schema: string } | undefined;
  /** By the tool's name. */
  toolHashes: ReadonlyMap<string, string>;
}

/** A request as it would leave, which nobody sends. */
export interface Wire {
  form: RequestForm;
  url: string;
  body: string;
}

/** Where models come from. */
export interface Models {
  /** The model of an id, or why there is none. */
  open(id: ModelId): Promise<Model | { fault: ModelFault }>;
  /** What a model of this form would be sent, or why that cannot be made; of the provider of `id` where it is one. */
  show(
    request: ModelRequest,
    as: { id: ModelId; form: RequestForm },
  ): Promise<Wire | { why: string }>;
  close(): Promise<void>;
}
