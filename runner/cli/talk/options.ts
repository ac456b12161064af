import { ModelId } from '../../../shared/protocol/models.ts';
import { AgentLimits } from '../../../shared/tool/agent.ts';
import { NO_MODE, readMode } from '../tools.ts';

/** The shared options of `lathe agent` and `lathe chat`, unparsed. */
export interface TalkOptions {
  workspace?: string;
  cwd?: string;
  model?: string;
  tools?: string;
  mode?: string;
  maxCalls?: string;
  timeout?: string;
  autoConfirm?: boolean;
  record?: string;
}

export interface TalkAsked {
  model: ModelId | undefined;
  tools: 'all' | string[];
  mode: 'plan' | undefined;
  limits: AgentLimits;
}

/** Parses the options, or returns why they are invalid. */
export function readTalk(options: TalkOptions): TalkAsked | { message: string } {
  const mode = readMode(options.mode);
  if (!mode.ok) return { message: NO_MODE };
  const model = ModelId.optional().safeParse(options.model);
  if (!model.success || model.data === 'person')
    return { message: 'Use --model PROVIDER:NAME, such as "openai:gpt-5", or recording:FILE' };
  const names = options.tools?.split(',').map((name) => name.trim());
  const limits = AgentLimits.safeParse({
    maxToolCalls: numberOf(options.maxCalls),
    timeoutMs: numberOf(options.timeout),
  });
  if (!limits.success) {
    const [issue] = limits.error.issues;
    const option = issue?.path[0] === 'timeoutMs' ? '--timeout' : '--max-calls';
    return { message: `${option} is invalid: ${issue?.message}` };
  }
  const tools = names === undefined || options.tools === 'all' ? 'all' : names.filter(Boolean);
  return { model: model.data, tools, mode: mode.mode, limits: withoutAbsent(limits.data) };
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

const withoutAbsent = (limits: AgentLimits): AgentLimits =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
