import { z } from 'zod';
import { ToolKind } from '../../../shared/tool/definition.ts';
import { JsonObject, JsonSchema } from '../../../shared/tool/json.ts';
import { UiQuestion } from '../../../shared/tool/ui-question.ts';
import { Outcome } from './outcome.ts';

/** A tool as its module declares it. */
export const ModuleTool = z.object({
  name: z.string(),
  description: z.string(),
  parameters: JsonSchema,
  label: z.string().optional(),
  kind: ToolKind.optional(),
  unlisted: z.boolean().optional(),
  /** Whether calls are to be asked for, where the module says so. */
  asks: z.boolean().optional(),
  problems: z.array(z.string()),
});
export type ModuleTool = z.infer<typeof ModuleTool>;

/** Why a module gives no tools. */
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

/** What a module's process says, one line of JSON each. */
export const ChildMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('loaded'),
    dialect: z.string(),
    tools: z.array(ModuleTool),
    problems: z.array(z.string()),
    listens: z.boolean(),
  }),
  z.object({ type: z.literal('refused'), refusal: Refusal }),
  z.object({ type: z.literal('update'), call: z.string(), update: JsonObject }),
  z.object({ type: z.literal('exec'), id: z.string(), request: Exec }),
  z.object({ type: z.literal('ui'), id: z.string(), question: UiQuestion }),
  /** The answer to a request is no longer wanted. */
  z.object({ type: z.literal('drop'), id: z.string() }),
  z.object({ type: z.literal('done'), call: z.string(), outcome: Outcome }),
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
  /** `ctx.abort()`: the tool asks to stop what goes on. */
  z.object({ type: z.literal('abort'), call: z.string() }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;
