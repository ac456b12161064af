import { z } from 'zod';
import { Ending } from '../tool/ending.ts';
import { Arguments, JsonObject } from '../tool/json.ts';
import { Reason } from '../tool/reason.ts';
import { ToolResult } from '../tool/result.ts';
import { Step } from '../tool/step.ts';
import { UiQuestion } from '../tool/host.ts';
import { ServerQuestion } from '../tool/server-question.ts';

/** A question to the person: nobody else may answer it, and silence until `expiresAt` means no. */
export const Approval = z.object({
  id: z.string(),
  runId: z.string(),
  tool: z.string(),
  /** Such as `bash_command`; `tool_call` or `tool_result` for what no shell runs. Source: seed 003, `Permission.ask`. */
  type: z.string(),
  /** In one line of English, such as `Execute: npm test`. */
  title: z.string(),
  /** What would be permitted: the rule, or the one call by its signature. */
  pattern: z.string(),
  /** `execution`: may it run. `result`: may the model see what it answered. */
  about: z.enum(['execution', 'result']),
  /** The exact final text that would run, or be sent. */
  text: z.string(),
  arguments: Arguments,
  /** Whether an answer may be remembered: a tool that asks always has to be asked for each time. */
  remember: z.boolean().optional(),
  /** The part of the call that a permission is about, such as the path or the command. */
  signature: z.string().optional(),
  /** The rule that covers calls like this one, such as `Edit:/src/*` or `npm test *`; a decision may be for it. */
  rule: z.string().optional(),
  /** What a decision for longer than once covers that does not say: this exact call, or the rule. */
  covers: z.enum(['exact', 'rule']).optional(),
  /** Why it is asked. */
  reasons: z.array(Reason),
  /** The parts of the text with the verdict of each, where a classifier judged it. */
  segments: z
    .array(
      z.object({
        text: z.string(),
        decision: z.enum(['allow', 'ask', 'deny']),
        rule: z.string(),
        /** What the part does, or why it is asked for. */
        reason: Reason,
      }),
    )
    .optional(),
  /** The only folders of files that it can write in; absent where nothing narrows the folder of files. */
  writes: z.array(z.string()).optional(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type Approval = z.infer<typeof Approval>;

/** `GET /api/approvals`: the questions that wait for an answer. */
export const ApprovalList = z.object({ approvals: z.array(Approval) });
export type ApprovalList = z.infer<typeof ApprovalList>;

/** `GET /api/changes` says `approval` (an Approval) when one is asked, and this when it is settled. */
export const Decided = z.object({ id: z.string() });
export type Decided = z.infer<typeof Decided>;

/** `GET /api/changes` says `mcp-servers` with the names of those that are otherwise than before. */
export const ServersNews = z.object({ names: z.array(z.string()) });
export type ServersNews = z.infer<typeof ServersNews>;

/** What a tool asks the person while it runs. `notify` wants no answer; silence until `expiresAt` is none. */
export const RunQuestion = z.object({
  id: z.string(),
  runId: z.string(),
  tool: z.string(),
  ask: z.union([UiQuestion, ServerQuestion]),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type RunQuestion = z.infer<typeof RunQuestion>;

/** What a run says while it lives, in the order of the server-sent events; `ended` is the last. */
export const RunEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    runId: z.string(),
    /** What runs, and since when in milliseconds since 1970; told to who listens from later on. */
    of: z
      .object({
        toolId: z.string(),
        tool: z.string(),
        arguments: Arguments,
        startedAt: z.number(),
      })
      .optional(),
  }),
  /** It waits for others: its place in the line, from 1; told again when it has halved, and 0 when it is its turn. */
  z.object({ type: z.literal('queued'), position: z.int() }),
  z.object({ type: z.literal('output'), stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  z.object({ type: z.literal('update'), update: JsonObject }),
  z.object({ type: z.literal('approval'), approval: Approval }),
  z.object({ type: z.literal('question'), question: RunQuestion }),
  /** A step that began or ended, where the caller asked for `steps`. */
  z.object({ type: z.literal('step'), phase: z.enum(['start', 'complete']), step: Step }),
  z.object({ type: z.literal('ended'), result: ToolResult, ending: Ending }),
]);
export type RunEvent = z.infer<typeof RunEvent>;
