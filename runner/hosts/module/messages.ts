import { z } from 'zod';
import { LackedRight } from '../../../shared/protocol/modules/module-rights.ts';
import type { SessionEvent } from '../../../shared/protocol/modules/module-session.ts';
import type { InitContext } from '../../../shared/registry/define/tool-define.ts';
import { Permission } from '../../../shared/registry/approval/permission.ts';
import type { CallContext } from '../../../shared/tool/run/call-context.ts';
import { Policies, ToolKind, Traits } from '../../../shared/tool/definition.ts';
import { ContentBlock } from '../../../shared/tool/run/content-block.ts';
import { Fault } from '../../../shared/tool/run/ending.ts';
import { UiQuestion } from '../../../shared/tool/run/host.ts';
import type { ExecAnswer } from '../../../shared/tool/run/host.ts';
import { Json, JsonObject, JsonSchema } from '../../../shared/tool/json.ts';
import { Step } from '../../../shared/tool/run/step.ts';

/** A result in the session, from which tools rebuild their state. */
export interface SessionEntry {
  id: string;
  tool: string;
  callId: string;
  /** Milliseconds since 1970. */
  at: number;
  outcome: Pick<Outcome, 'content' | 'details' | 'isError'>;
}

/** The messages to a module's process, as lines of JSON; `load` is the first. */
export type ParentMessage =
  | {
      type: 'load';
      /** Precedes each answer, to distinguish it from the module's output. */
      mark: string;
      /** The module's address. */
      url: string;
      folder: string;
      cwd: string;
      entries: SessionEntry[];
      /** Whether its code mentions zod, which is loaded only then. */
      zod?: boolean;
      /** The context for tools that are created at their first use. */
      init: InitContext;
    }
  | {
      type: 'call';
      call: string;
      tool: string;
      arguments: JsonObject;
      hasUi: boolean;
      context: CallContext;
    }
  | { type: 'permission'; call: string; tool: string; arguments: JsonObject }
  | { type: 'event'; call: string; event: SessionEvent; entries?: SessionEntry[] }
  | { type: 'entry'; entry: SessionEntry }
  | { type: 'stop'; call: string }
  | { type: 'executed'; id: string; answer: ExecAnswer }
  /** `refusal`: why the question reaches nobody. */
  | { type: 'answered'; id: string; value?: Json; refusal?: string };

/** The drawings of a module's own renderers, as lines of plain text. */
export const Drawn = z.object({
  call: z.string().optional(),
  result: z.string().optional(),
  /** The same result, expanded. */
  expanded: z.string().optional(),
});
export type Drawn = z.infer<typeof Drawn>;

/** The outcome of a call from the module's point of view. */
export const Outcome = z.object({
  content: z.array(ContentBlock),
  details: Json.optional(),
  isError: z.boolean(),
  isWarning: z.boolean().optional(),
  drawn: Drawn.optional(),
  /** What the person reads instead of the content. */
  display: z.string().optional(),
  /** Warnings for the author. */
  warnings: z.array(z.string()).optional(),
  /** The permissions that the call was refused. */
  lacked: z.array(LackedRight).optional(),
  /** Further facts, such as a title. */
  facts: JsonObject.optional(),
  /** The thrown error. */
  fault: Fault.omit({ missing: true, issues: true }).optional(),
});
export type Outcome = z.infer<typeof Outcome>;

/** A problem for the author: a module's own text, or a code with values. */
const ModuleProblem = z.union([
  z.string(),
  z.object({
    code: z.literal('module-tool-unready'),
    message: z.string(),
    values: z.record(z.string(), z.string()),
  }),
]);
export type ModuleProblem = z.infer<typeof ModuleProblem>;

/** A tool as its module declares it. */
export const ModuleTool = z.object({
  name: z.string(),
  description: z.string(),
  parameters: JsonSchema,
  label: z.string().optional(),
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  kind: ToolKind.optional(),
  ...Traits.shape,
  unlisted: z.boolean().optional(),
  /** Whether calls need approval, if the module says so. */
  policies: Policies.optional(),
  problems: z.array(ModuleProblem),
});
export type ModuleTool = z.infer<typeof ModuleTool>;

/** Why a module provides no tools. */
export const Refusal = z.object({
  code: z.enum(['syntax', 'import', 'threw', 'no-factory', 'no-tool', 'no-rights']),
  message: z.string(),
  line: z.int().min(1).optional(),
  column: z.int().min(1).optional(),
});
export type Refusal = z.infer<typeof Refusal>;

const Exec = z.object({
  command: z.string(),
  args: z.array(z.string()),
  cwd: z.string().optional(),
  timeoutMs: z.number().positive().optional(),
});

/** The messages from a module's process, as lines of JSON. */
export const ChildMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('loaded'),
    dialect: z.string(),
    tools: z.array(ModuleTool),
    problems: z.array(ModuleProblem),
    /** The parts of the context that lazy tools have read. */
    uses: z.array(z.string()),
    listens: z.boolean(),
  }),
  z.object({ type: z.literal('refused'), refusal: Refusal }),
  z.object({ type: z.literal('update'), call: z.string(), update: JsonObject }),
  /** A step of the tool itself, at its start and at its end. */
  z.object({ type: z.literal('step'), phase: z.enum(['start', 'complete']), step: Step }),
  z.object({ type: z.literal('exec'), id: z.string(), request: Exec }),
  z.object({ type: z.literal('ui'), id: z.string(), question: UiQuestion }),
  /** The answer to a request is no longer needed. */
  z.object({ type: z.literal('drop'), id: z.string() }),
  z.object({ type: z.literal('done'), call: z.string(), outcome: Outcome }),
  z.object({ type: z.literal('permitted'), call: z.string(), permission: Permission }),
  z.object({ type: z.literal('heard'), call: z.string() }),
  z.object({
    type: z.literal('pending'),
    actions: z.array(z.object({ label: z.string(), tool: z.string() })),
  }),
  z.object({
    type: z.literal('log'),
    level: z.enum(['debug', 'info', 'warn', 'error']),
    text: z.string(),
  }),
  /** `ctx.abort()`: the tool asks to stop the run. */
  z.object({ type: z.literal('abort'), call: z.string() }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;
