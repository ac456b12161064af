import { z } from 'zod';
import { Arguments } from '../tool/json.ts';
import { StopReason } from './conversations.ts';
import { Usage } from './models.ts';

/** A call of an agent. Source: seed 003, ToolAgentStep. */
export const ToolAgentStep = z.object({
  toolName: z.string(),
  /** As they ran; empty where what the model wrote could not be read. */
  arguments: Arguments,
  /** What the model got, cut where it is long. */
  result: z.string(),
  status: z.enum(['success', 'failed']),
  /** Milliseconds since 1970. */
  timestamp: z.number(),
  error: z.string().optional(),
  /** What the model thought and said before the call. */
  thinking: z.string().optional(),
  /** What it said of the results. */
  summary: z.string().optional(),
});
export type ToolAgentStep = z.infer<typeof ToolAgentStep>;

/**
 * What came of an agent's work; it stands in the metadata of its result as `toolAgentResult`.
 * Source: seed 003, ToolAgentResult, with why it ended, what it used, and where its conversation is.
 */
export const ToolAgentResult = z.object({
  /** Not all calls failed, which is so where none was made; false where an error ended it. */
  success: z.boolean(),
  /** The trimmed text of all turns. */
  summary: z.string(),
  /** A line for each call. */
  details: z.string(),
  /** Each once, in the order in which they were first written. */
  filesModified: z.array(z.string()),
  /** Every call that failed, and what ended the work where that was an error. */
  errors: z.array(z.string()),
  toolCallCount: z.int(),
  executionTimeMs: z.number(),
  stopReason: StopReason,
  steps: z.array(ToolAgentStep),
  /** Tokens over all turns, those of the agents that it called included; absent where nobody said. */
  usage: Usage,
  /** The same by the model's id, since models have prices of their own. */
  usageByModel: z.record(z.string(), Usage),
  /** Answers over all turns and agents whose provider did not say what they took. */
  uncounted: z.int().nonnegative().default(0),
  conversationId: z.string(),
});
export type ToolAgentResult = z.infer<typeof ToolAgentResult>;
