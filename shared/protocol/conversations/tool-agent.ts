import { z } from 'zod';
import { Arguments } from '../../tool/json.ts';
import { StopReason } from './conversations.ts';
import { Usage } from '../models.ts';

/** A call of an agent. Source: seed 003, ToolAgentStep. */
export const ToolAgentStep = z.object({
  toolName: z.string(),
  /** The arguments that it ran with; empty if they could not be parsed. */
  arguments: Arguments,
  /** The result for the model, cut if it is long. */
  result: z.string(),
  status: z.enum(['success', 'failed']),
  /** Milliseconds since 1970. */
  timestamp: z.number(),
  error: z.string().optional(),
  /** The thoughts and text of the model before the call. */
  thinking: z.string().optional(),
  /** The text of the model about the results. */
  summary: z.string().optional(),
});
export type ToolAgentStep = z.infer<typeof ToolAgentStep>;

/**
 * The result of an agent's work, in the metadata of its ToolResult as `toolAgentResult`. Source: seed 003,
 * ToolAgentResult; Lathe adds the stop reason, the usage and the conversation.
 */
export const ToolAgentResult = z.object({
  /** False if all calls failed, or if an error ended the work. True without calls. */
  success: z.boolean(),
  /** The trimmed text of all turns. */
  summary: z.string(),
  /** One line per call. */
  details: z.string(),
  /** Each path once, in the order of the first write. */
  filesModified: z.array(z.string()),
  /** Every failed call, and the error that ended the work, if any. */
  errors: z.array(z.string()),
  toolCallCount: z.int(),
  executionTimeMs: z.number(),
  stopReason: StopReason,
  steps: z.array(ToolAgentStep),
  /** Tokens of all turns, including nested agents; absent if no provider reported any. */
  usage: Usage,
  /** The same by model id, because each model has its own price. */
  usageByModel: z.record(z.string(), Usage),
  /** Answers, including nested agents, whose provider reported no usage. */
  uncounted: z.int().nonnegative().default(0),
  conversationId: z.string(),
});
export type ToolAgentResult = z.infer<typeof ToolAgentResult>;
