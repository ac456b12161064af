import { z } from 'zod';
import { Ending } from '../tool/run/ending.ts';
import { Arguments, JsonObject } from '../tool/json.ts';
import { Reason } from '../tool/problem/reason.ts';
import { ToolResult } from '../tool/run/result.ts';
import { Step } from '../tool/run/step.ts';
import { UiQuestion } from '../tool/run/host.ts';
import { ServerQuestion } from '../tool/run/server-question.ts';

/** A question that only the person may answer. No answer until `expiresAt` is a denial. */
export const Approval = z.object({
  id: z.string(),
  runId: z.string(),
  tool: z.string(),
  /** The id that the caller gave its session; for a call of a conversation, the id of the conversation. */
  session: z.string().optional(),
  /**
   * The kind of question, such as `bash_command`; `tool_call` or `tool_result` if no shell runs. Source: seed
   * 003, `Permission.ask`.
   */
  type: z.string(),
  /** One line of English, such as `Execute: npm test`. */
  title: z.string(),
  /** The permitted calls: a rule, or the signature of the one call. */
  pattern: z.string(),
  /** `execution`: may the call run? `result`: may the model see its result? */
  about: z.enum(['execution', 'result']),
  /** The exact final text that would run or be sent. */
  text: z.string(),
  arguments: Arguments,
  /** Whether an answer may be remembered. False for a tool that always asks. */
  remember: z.boolean().optional(),
  /** The part of the call that a permission is about, such as the path or the command. */
  signature: z.string().optional(),
  /** The rule that covers calls like this one, such as `Edit:/src/*` or `npm test *`. A decision may cover it. */
  rule: z.string().optional(),
  /** The real path of the only folder in which an approval of the rule covers commands; absent if it covers all. */
  folder: z.string().optional(),
  /** The default coverage of a remembered decision: this exact call, or the rule. */
  covers: z.enum(['exact', 'rule']).optional(),
  /** Why approval is needed. */
  reasons: z.array(Reason),
  /** The parts of the text with their verdicts, if a classifier judged it. */
  segments: z
    .array(
      z.object({
        text: z.string(),
        decision: z.enum(['allow', 'ask', 'deny']),
        rule: z.string(),
        /** What the part does, or why it needs approval. */
        reason: Reason,
      }),
    )
    .optional(),
  /** The only folders of files that it can write in; absent if it can write in all of them. */
  writes: z.array(z.string()).optional(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type Approval = z.infer<typeof Approval>;

/** `GET /api/approvals`: the open questions. */
export const ApprovalList = z.object({ approvals: z.array(Approval) });
export type ApprovalList = z.infer<typeof ApprovalList>;

/** `GET /api/changes` sends `approval` (an Approval) for a new question, and this when it is settled. */
export const Decided = z.object({ id: z.string() });
export type Decided = z.infer<typeof Decided>;

/** `GET /api/changes` sends `mcp-servers` with the names of changed servers. */
export const ServersNews = z.object({ names: z.array(z.string()) });
export type ServersNews = z.infer<typeof ServersNews>;

/** A question of a running tool to the person. `notify` expects no answer; after `expiresAt` there is none. */
export const RunQuestion = z.object({
  id: z.string(),
  runId: z.string(),
  tool: z.string(),
  ask: z.union([UiQuestion, ServerQuestion]),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type RunQuestion = z.infer<typeof RunQuestion>;

/** The events of a run, in the order of the server-sent events; `ended` is the last. */
export const RunEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    runId: z.string(),
    /** The tool, and the start in milliseconds since 1970; for late subscribers. */
    of: z
      .object({
        toolId: z.string(),
        tool: z.string(),
        arguments: Arguments,
        startedAt: z.number(),
      })
      .optional(),
  }),
  /**
   * The position in the queue, from 1. Sent again whenever it has halved, and with 0 when the run's turn has
   * come.
   */
  z.object({ type: z.literal('queued'), position: z.int() }),
  z.object({ type: z.literal('output'), stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  z.object({ type: z.literal('update'), update: JsonObject }),
  z.object({ type: z.literal('approval'), approval: Approval }),
  z.object({ type: z.literal('question'), question: RunQuestion }),
  /** The start or the end of a step, if the caller asked for `steps`. */
  z.object({ type: z.literal('step'), phase: z.enum(['start', 'complete']), step: Step }),
  z.object({ type: z.literal('ended'), result: ToolResult, ending: Ending }),
]);
export type RunEvent = z.infer<typeof RunEvent>;
