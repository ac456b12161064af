import { z } from 'zod';
import { bodyFaults } from '../schema/checking/body-faults.ts';
import { Policies } from '../tool/definition.ts';
import { ModelId, ModelProvider } from './models.ts';

const name = z.string().min(1).max(128);
const path = z
  .string()
  .max(4096)
  .regex(/^(?:\/|~(?:\/|$)|[A-Za-z]:[\\/])[^\0]*$/, { error: bodyFaults['body-absolute-path'] });

/** The person's choices for a tool or a group. For absent fields, the author's apply. */
const Choice = {
  enabled: z.boolean().optional(),
  policies: Policies.optional(),
};

/** Source: seed 003, BashToolSettings. */
export const BashToolSettings = z.strictObject({
  /** False: scripts run without a sandbox, and each one needs approval. */
  enableSandbox: z.boolean().default(true),
  /** The working directory of shell tools: in the workspace's files or in an allowed directory. */
  defaultWorkingDirectory: path.optional(),
  /** Directories outside the workspace that tools may use without approval. */
  allowedDirectories: z.array(path).max(50).default([]),
  /** False: calls that would need approval run at once, in the sandbox. Forbidden commands stay forbidden. */
  confirmDangerousCommands: z.boolean().default(true),
  /** Programs that need no approval, such as `mkdir` or `git commit`. */
  dangerousCommandWhitelist: z
    .array(z.string().regex(/^[\w.+-]+(?: [\w.+-]+)?$/, { error: bodyFaults['body-program'] }))
    .max(200)
    .default([]),
});
export type BashToolSettings = z.infer<typeof BashToolSettings>;

/** The places in which Lathe searches for external TypeScript modules. Source: seed 002, discovery. */
export const ModuleSettings = z.strictObject({
  /** Whether to search the tool folders and the plugins of other programs. */
  otherPrograms: z.boolean().default(false),
  /** Files, or folders of files. `~` is the person's home; a relative path starts at the workspace. */
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

/** Defaults for agents. Source: seed 003, ToolAgentSettings. */
export const ToolAgentSettings = z.strictObject({
  /** True: an agent's calls that would need approval run at once. Forbidden commands stay forbidden. */
  autoConfirmDangerous: z.boolean().default(false),
  /** The most calls of one agent. */
  maxToolCalls: z.int().min(0).max(10_000).default(100),
  /** The timeout of one agent in milliseconds, without the time spent waiting for the person. */
  timeoutMs: z.int().min(1_000).max(86_400_000).default(1_800_000),
  /** The provider of `model`, if that has no provider prefix. */
  providerId: ModelProvider.optional(),
  /** The model of agents without their own, such as `openai:gpt-5`. */
  model: z.string().max(300).regex(/^\S+$/, { error: bodyFaults['body-model'] }).optional(),
});
export type ToolAgentSettings = z.infer<typeof ToolAgentSettings>;

/** The model of agents without their own: a whole id, or a name of the provider. */
export function agentModel({ providerId, model }: ToolAgentSettings): ModelId | undefined {
  if (model === undefined) return undefined;
  const whole = ModelId.safeParse(model);
  if (whole.success) return whole.data === 'person' ? undefined : whole.data;
  return providerId && `${providerId}:${model}`;
}

/** The price of a model, in US dollars. */
export const ModelPrice = z.strictObject({
  inputPerMillion: z.number().nonnegative(),
  outputPerMillion: z.number().nonnegative(),
  /** The size of the context, in tokens. */
  contextTokens: z.int().positive().optional(),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/** Settings for programs that call over MCP. */
export const McpSettings = z.strictObject({
  /**
   * True: the calling program may also relay approvals of its user, and Lathe trusts it. False: only the page
   * approves.
   */
  dangerouslyApproveInClient: z.boolean().default(false),
  /** Whether clients may list and read the files of the workspace. */
  shareFiles: z.boolean().default(false),
});
export type McpSettings = z.infer<typeof McpSettings>;

/** The person's settings for tools. Source: seed 003, ToolSettings; each part has a default. */
export const ToolSettings = z.strictObject({
  /** False: no tool runs and no tool is declared. */
  enableToolCalls: z.boolean().default(true),
  /** By the name that models call. `autoExecute: false` asks before each new call. */
  tools: z
    .record(name, z.strictObject({ ...Choice, autoExecute: z.boolean().optional() }))
    .default({}),
  /** By the name of the group: that of the script module, else of the folder. */
  groups: z.record(name, z.strictObject(Choice)).default({}),
  /** For all tools, until the runner stops; never stored. */
  session: Policies.default({}),
  bash: BashToolSettings.prefault({}),
  modules: ModuleSettings.prefault({}),
  agent: ToolAgentSettings.prefault({}),
  mcp: McpSettings.prefault({}),
  /** By model id. The cost of other models is unknown. */
  prices: z.record(z.string().min(1).max(300), ModelPrice).default({}),
  limits: z
    .strictObject({
      /** The timeout in milliseconds of tools without their own. Source of 30 s: seed 001, section 4.1. */
      defaultTimeoutMs: z.int().min(100).max(3_600_000).default(30_000),
      /** The highest timeout that a tool may set, in milliseconds. Source of 600 s: seed 004, Bash. */
      maxTimeoutMs: z.int().min(100).max(3_600_000).default(600_000),
      /** The number of bytes of a run's output that are kept. */
      outputBytes: z
        .int()
        .min(1024)
        .max(64 * 1024 * 1024)
        .default(1024 * 1024),
      /** The approval timeout in milliseconds; then the call is denied. */
      approvalMs: z.int().min(5_000).max(3_600_000).default(300_000),
    })
    .prefault({}),
  history: z
    .strictObject({
      /** The number of runs that are kept; the oldest are dropped. 100,000 were measured to stay fast. */
      keep: z.int().min(100).max(1_000_000).default(100_000),
    })
    .prefault({}),
});
export type ToolSettings = z.infer<typeof ToolSettings>;

/** `GET|PUT /api/settings`, only from the page. `revision` identifies the state that was edited. */
export const SettingsState = z.object({ settings: ToolSettings, revision: z.int() });
export type SettingsState = z.infer<typeof SettingsState>;

export const SettingsAnswer = SettingsState.extend({ defaults: ToolSettings });
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;
