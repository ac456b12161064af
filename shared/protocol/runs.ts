import { z } from 'zod';
import { bodyFaults } from '../schema/checking/body-faults.ts';
import { CallContext } from '../tool/run/call-context.ts';
import { Ending } from '../tool/run/ending.ts';
import { Folder } from '../tool/folder.ts';
import { Arguments, Json } from '../tool/json.ts';
import { ToolResult } from '../tool/run/result.ts';
import { Step } from '../tool/run/step.ts';

/** A call as a model writes it: the arguments are JSON text. */
export const ModelCall = z.object({
  id: z.string().max(200).optional(),
  name: z.string(),
  arguments: z.string(),
});
export type ModelCall = z.infer<typeof ModelCall>;

/**
 * `POST /api/runs`: a folder from the editor, saved or not (`toolId` is then its name), or the id of a
 * registry unit, such as a saved folder or `builtin:Read`; without both, `tool` is a name that models see.
 * `call` replaces all of these with a model's call.
 */
export const RunRequest = z
  .object({
    folder: Folder.optional(),
    toolId: z.string().optional(),
    /** The tool to call, if the unit has several. */
    tool: z.string().optional(),
    arguments: Arguments.optional(),
    call: ModelCall.optional(),
    raw: z.boolean().optional(),
    context: CallContext.optional(),
    /** Send each step as an event `step`, at its start and at its end. */
    steps: z.boolean().optional(),
    /** Tools can ask nobody, as if a program ran them. */
    headless: z.boolean().optional(),
  })
  .refine(({ folder, toolId, tool, call }) => (call ?? folder ?? toolId ?? tool) !== undefined, {
    error: bodyFaults['body-which-tool'],
  })
  .refine(({ call, arguments: args }) => (call === undefined) !== (args === undefined), {
    error: bodyFaults['body-arguments'],
    path: ['arguments'],
  });
export type RunRequest = z.infer<typeof RunRequest>;

/**
 * The response of `POST /api/runs` to a client that accepts JSON and no event stream. Source: seed 003, its
 * handler of EXECUTE_TOOL.
 */
export const PlainAnswer = z.object({
  success: z.boolean(),
  result: ToolResult.omit({ success: true, error: true }),
  error: ToolResult.shape.error,
});
export type PlainAnswer = z.infer<typeof PlainAnswer>;

/** `POST /api/runs/:id/decision`. */
export const Decision = z.object({
  id: z.string(),
  answer: z.enum(['allow', 'deny']),
  scope: z.enum(['once', 'session', 'always']).default('once'),
  /**
   * The coverage of a decision with a longer scope: this exact call, or every call of the question's rule.
   */
  covers: z.enum(['exact', 'rule']).optional(),
  /** Other arguments to run with; Lathe judges them again. */
  arguments: Arguments.optional(),
});
export type Decision = z.infer<typeof Decision>;

/** `POST /api/runs/:id/answer`, only from the page: the person's answer to a tool's question. */
export const QuestionAnswer = z.object({ id: z.string(), value: Json.optional() });
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;

/** A row of the history. Lists leave out `ending` and `result`. */
export const RunRecord = z.object({
  id: z.string(),
  toolId: z.string(),
  tool: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  durationMs: z.number(),
  outcome: z.enum([
    'finished',
    'failed',
    'timed-out',
    'cancelled',
    'denied',
    'unavailable',
    'crashed',
  ]),
  success: z.boolean(),
  arguments: Arguments.optional(),
  result: ToolResult.optional(),
  ending: Ending.optional(),
  /** Its steps, in order. */
  steps: z.array(Step).optional(),
});
export type RunRecord = z.infer<typeof RunRecord>;

/** `GET /api/runs?before=&limit=&tool=&outcome=&success=&since=&q=`: newest first; `next` continues the list. */
export const RunList = z.object({
  runs: z.array(RunRecord),
  next: z.string().optional(),
  total: z.int(),
  /** Whether a search found more than `total`, which were not counted. */
  isMore: z.boolean().optional(),
});
export type RunList = z.infer<typeof RunList>;

/** The runs of an interval; durations in milliseconds, times in milliseconds since 1970. */
export const DurationBucket = z.object({
  from: z.number(),
  to: z.number(),
  count: z.int(),
  failed: z.int(),
  median: z.number(),
  p95: z.number(),
  max: z.number(),
});
export type DurationBucket = z.infer<typeof DurationBucket>;

/**
 * `GET /api/runs/durations?tool=&success=&since=&q=&points=`: the newest runs, oldest first, in intervals
 * with equal numbers of runs.
 */
export const RunDurations = z.object({
  buckets: z.array(DurationBucket),
  /** The number of runs. */
  count: z.int(),
  /** Every folder that has runs. */
  tools: z.array(z.object({ id: z.string(), count: z.int() })),
});
export type RunDurations = z.infer<typeof RunDurations>;

/** `GET /api/runs/:id/steps`, also of a running run. */
export const RunStepList = z.object({ steps: z.array(Step) });
export type RunStepList = z.infer<typeof RunStepList>;
