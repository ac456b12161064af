import { z } from 'zod';
import { bodyFaults } from '../schema/checking/body-faults.ts';
import { Policies } from '../tool/definition.ts';
import { ModelId, ModelProvider } from './models.ts';

const name = z.string().min(1).max(128);
const path = z
  .string()
  .max(4096)
  .regex(/^(?:\/|~(?:\/|$)|[A-Za-z]:[\\/])[^\0]*$/, { error: bodyFaults['body-absolute-path'] });

/** What the person chose for one tool or one group; what is left out is the author's to say. */
const Choice = {
  enabled: z.boolean().optional(),
  policies: Policies.optional(),
};

/** Source: seed 003, BashToolSettings. */
export const BashToolSettings = z.strictObject({
  /** Off: scripts run without the box, and each of them is asked for. */
  enableSandbox: z.boolean().default(true),
  /** Where shell tools run; it must lie in the workspace's files or in an allowed directory. */
  defaultWorkingDirectory: path.optional(),
  /** Directories outside of the workspace that tools may use without being asked for. */
  allowedDirectories: z.array(path).max(50).default([]),
  /** Off: what would be asked for runs at once, inside the box. What is forbidden stays so. */
  confirmDangerousCommands: z.boolean().default(true),
  /** Programs, such as `mkdir` or `git commit`, that need not be asked for. */
  dangerousCommandWhitelist: z
    .array(z.string().regex(/^[\w.+-]+(?: [\w.+-]+)?$/, { error: bodyFaults['body-program'] }))
    .max(200)
    .default([]),
});
export type BashToolSettings = z.infer<typeof BashToolSettings>;

/** Where modules of TypeScript are found outside of the workspace. Source: seed 002, discovery. */
export const ModuleSettings = z.strictObject({
  /** Whether the tool folders of other programs are looked through, and their plugins. */
  otherPrograms: z.boolean().default(false),
  /** Files, or folders of them; `~` is the person's home, a relative path begins at the workspace. */
  paths: z
    .array(
      z
        .string()
        .max(4096)
        .regex(/^\S[^\0\n]*$/, { error: bodyFaults['body-path'] }),
    )
    .max(50)
    .default([]),
});
export type ModuleSettings = z.infer<typeof ModuleSettings>;

/** How agents work where they say nothing themselves. Source: seed 003, ToolAgentSettings. */
export const ToolAgentSettings = z.strictObject({
  /** On: what would be asked for in an agent's calls runs at once. What is forbidden stays so. */
  autoConfirmDangerous: z.boolean().default(false),
  /** Calls of one agent. */
  maxToolCalls: z.int().min(0).max(10_000).default(100),
  /** Milliseconds of one agent; waiting for the person does not count. */
  timeoutMs: z.int().min(1_000).max(86_400_000).default(1_800_000),
  /** Whose model it is, where `model` is a name alone. */
  providerId: ModelProvider.optional(),
  /** Of agents that name none, such as `openai:gpt-5`; without it there is no such agent. */
  model: z.string().max(300).regex(/^\S+$/, { error: bodyFaults['body-model'] }).optional(),
});
export type ToolAgentSettings = z.infer<typeof ToolAgentSettings>;

/** The model of agents that name none: a whole id, or a name of the provider's. */
export function agentModel({ providerId, model }: ToolAgentSettings): ModelId | undefined {
  if (model === undefined) return undefined;
  const whole = ModelId.safeParse(model);
  if (whole.success) return whole.data === 'person' ? undefined : whole.data;
  return providerId && `${providerId}:${model}`;
}

/** What a model costs, in US dollars. */
export const ModelPrice = z.strictObject({
  inputPerMillion: z.number().nonnegative(),
  outputPerMillion: z.number().nonnegative(),
  /** Tokens that it reads at most. */
  contextTokens: z.int().positive().optional(),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/** What programs get that call over MCP. */
export const McpSettings = z.strictObject({
  /**
   * On: the person may also approve a call in the program that makes it, whose word for it is taken. Off: in
   * the page alone.
   */
  dangerouslyApproveInClient: z.boolean().default(false),
  /** Whether clients may list and read the workspace's files. */
  shareFiles: z.boolean().default(false),
});
export type McpSettings = z.infer<typeof McpSettings>;

/** What the person decides about tools. Source: seed 003, ToolSettings; each part has its default. */
export const ToolSettings = z.strictObject({
  /** Off: nothing runs and nothing is declared. */
  enableToolCalls: z.boolean().default(true),
  /** By the name that a model knows the tool by. `autoExecute: false` asks before each new call. */
  tools: z
    .record(name, z.strictObject({ ...Choice, autoExecute: z.boolean().optional() }))
    .default({}),
  /** By the group's name: a script module's own, else its folder's. */
  groups: z.record(name, z.strictObject(Choice)).default({}),
  /** For every tool, until the runner stops; never stored. */
  session: Policies.default({}),
  bash: BashToolSettings.prefault({}),
  modules: ModuleSettings.prefault({}),
  agent: ToolAgentSettings.prefault({}),
  mcp: McpSettings.prefault({}),
  /** By the model's id; what a model costs that is not in here is unknown. */
  prices: z.record(z.string().min(1).max(300), ModelPrice).default({}),
  limits: z
    .strictObject({
      /** Milliseconds for tools that name no limit. Source of 30 s: seed 001, section 4.1. */
      defaultTimeoutMs: z.int().min(100).max(3_600_000).default(30_000),
      /** The highest limit that a tool may name. Source of 600 s: seed 004, Bash. */
      maxTimeoutMs: z.int().min(100).max(3_600_000).default(600_000),
      /** Bytes of a run's output that are kept. */
      outputBytes: z
        .int()
        .min(1024)
        .max(64 * 1024 * 1024)
        .default(1024 * 1024),
      /** Milliseconds that a question waits; then it means no. */
      approvalMs: z.int().min(5_000).max(3_600_000).default(300_000),
    })
    .prefault({}),
  history: z
    .strictObject({
      /** Runs that are kept; the oldest make room. 100,000 of them were measured to stay fast. */
      keep: z.int().min(100).max(1_000_000).default(100_000),
    })
    .prefault({}),
});
export type ToolSettings = z.infer<typeof ToolSettings>;

/** `GET|PUT /api/settings`, from the page alone. `revision` says which state was edited. */
export const SettingsState = z.object({ settings: ToolSettings, revision: z.int() });
export type SettingsState = z.infer<typeof SettingsState>;

export const SettingsAnswer = SettingsState.extend({ defaults: ToolSettings });
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;
