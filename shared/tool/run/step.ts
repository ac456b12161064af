import { z } from 'zod';
import { Reason } from '../problem/reason.ts';

/** Source: seed 003, StepType. Lathe adds `tool-confirm` and `result-confirm` for its own approvals. */
export const StepType = z.enum([
  ...(['bash', 'bash-confirm', 'read', 'write', 'edit', 'glob', 'grep', 'skill'] as const),
  ...(['delegate', 'tool_call', 'tool-confirm', 'result-confirm'] as const),
]);
export type StepType = z.infer<typeof StepType>;

export const StepStatus = z.enum([
  ...(['pending', 'running', 'completed', 'failed', 'awaiting-confirmation'] as const),
]);
export type StepStatus = z.infer<typeof StepStatus>;

/** One step of a run, as a timeline shows it. Source: seed 003, Step. */
export const Step = z.object({
  id: z.string(),
  type: StepType,
  title: z.string(),
  description: z.string().optional(),
  status: StepStatus,
  /** The start, in milliseconds since 1970. */
  timestamp: z.number(),
  /** Absent while the step runs. */
  durationMs: z.number().optional(),
  turnIndex: z.int().optional(),
  toolCallId: z.string().optional(),
  thinking: z.string().optional(),
  result: z.string().optional(),
  summary: z.string().optional(),
  error: z.string().optional(),
  /** The parts of `description` and `error`, for a page that words them in the reader's language. */
  asks: z.array(Reason).optional(),
  denied: z.array(Reason).optional(),
  toolAgentResult: z
    .object({
      success: z.boolean(),
      summary: z.string(),
      toolCallCount: z.int(),
      filesModified: z.array(z.string()).optional(),
      errors: z.array(z.string()).optional(),
    })
    .optional(),
});
export type Step = z.infer<typeof Step>;
