import { z } from 'zod';
import { CallPart, type Reasoning } from '../../../shared/protocol/conversations/conversations.ts';
import { ModelProvider, Usage } from '../../../shared/protocol/models.ts';
import { JsonObject } from '../../../shared/tool/json.ts';
import type { Message } from './model.ts';

/** A provider and its address. */
export interface Server {
  provider: ModelProvider;
  /** The base address, without a trailing slash. */
  address: string;
}

/** One request to a model, with the provider's names of tools. */
export interface Ask extends Server {
  name: string;
  system: string;
  messages: readonly Message[];
  reasoning?: Reasoning | undefined;
  maxTokens?: number | undefined;
  /** The declarations as JSON texts, so that no number is parsed and printed on the way. */
  tools: readonly { name: string; declaration: string }[];
}

/** The messages to a provider's process, as lines of JSON. */
export type ParentMessage =
  | { type: 'ask'; id: string; ask: Ask; key?: string | undefined; silentMs: number }
  | { type: 'names'; id: string; server: Server; key?: string | undefined; silentMs: number }
  | { type: 'stop'; id: string };

/** Why there is no answer, as the process reports it; the runner words it. */
export const Failure = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('status'),
    status: z.int(),
    retryAfter: z.string().optional(),
    /** The beginning of the provider's response. */
    body: z.string(),
  }),
  z.object({ kind: z.literal('redirect'), location: z.string() }),
  /** No connection, or no trusted one; `detail` is the engine's message. */
  z.object({ kind: z.literal('unreachable'), detail: z.string() }),
  /** The provider ended its answer with an error event. */
  z.object({ kind: z.literal('told'), detail: z.string() }),
  z.object({ kind: z.literal('unreadable'), detail: z.string() }),
  z.object({ kind: z.literal('cut'), detail: z.string() }),
  z.object({ kind: z.literal('filtered'), detail: z.string() }),
  z.object({ kind: z.enum(['silent', 'too-large']) }),
]);
export type Failure = z.infer<typeof Failure>;

const ToldPiece = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['text', 'reasoning']), text: z.string() }),
  z.object({ type: z.literal('held'), held: JsonObject }),
  z.object({ type: z.literal('call'), call: CallPart }),
  z.object({ type: z.literal('usage'), usage: Usage }),
  z.object({ type: z.literal('finish'), reason: z.enum(['stop', 'calls', 'length', 'other']) }),
]);
export type ToldPiece = z.infer<typeof ToldPiece>;

/** The messages from a provider's process, as lines of JSON. */
export const ChildMessage = z.discriminatedUnion('type', [
  /** Pieces that arrived together, in order; `finish` is the last of all. */
  z.object({ type: z.literal('pieces'), id: z.string(), pieces: z.array(ToldPiece) }),
  z.object({ type: z.literal('failed'), id: z.string(), failure: Failure }),
  z.object({ type: z.literal('names'), id: z.string(), names: z.array(z.string()) }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;
