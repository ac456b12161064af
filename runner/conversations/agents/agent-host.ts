import { unrun, type Ending } from '../../../shared/tool/run/ending.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import { Agent } from '../../../shared/tool/agent.ts';
import type { AgentJob, Job } from '../../../shared/tool/run/job.ts';
import { JsonObject } from '../../../shared/tool/json.ts';
import { readJson, writeJson } from '../../../shared/tool/exact-number.ts';
import { agentModel, type ToolAgentSettings } from '../../../shared/protocol/settings.ts';
import type { ToolAgentResult } from '../../../shared/protocol/conversations/tool-agent.ts';
import { callers, type Caller } from '../../server/guard/credential.ts';
import { createHost, type Call } from '../../hosts/host.ts';
import { noModel, type AgentDone, type Agents } from './run-agent.ts';

export interface AgentHost extends Host {
  /** Sets how to open `Agents`, which needs the hosts and is opened later. */
  connect(open: () => Promise<Agents> | Agents): void;
  /** Sets the settings that tell whether a model for agents is missing. */
  heed(settings: () => ToolAgentSettings): void;
}

const unconnected = 'Agents cannot run here: run this one in a workspace';

/** Creates the host whose jobs are conversations. Their calls use the same pipeline as all calls. */
export function createAgentHost(): AgentHost {
  let open: Parameters<AgentHost['connect']>[0] | undefined;
  let settings: (() => ToolAgentSettings) | undefined;
  let known: Promise<Agents> | Agents | undefined;
  const host = createHost({
    id: 'agent',
    name: 'Agent',
    prepare: async () => ({ layers: [] }),
    async perform(job, _, call): Promise<Ending> {
      if (!isAgentJob(job)) throw new Error('The job is none of an agent');
      const agents = await (known ??= open?.());
      if (!agents) return unrun({ kind: 'unavailable', reason: unconnected });
      return perform(job, agents, call);
    },
  });
  return {
    ...host,
    connect: (given) => void (open = given),
    heed: (given) => void (settings = given),
    lacks({ code }) {
      const { model } = Agent.parse(readJson(code.source));
      return (model ?? (settings && agentModel(settings()))) === undefined ? noModel : undefined;
    },
  };
}

/** Returns the host of agents, if there is one. */
export function agentHostIn(hosts: ReadonlyMap<string, Host>): AgentHost | undefined {
  const host = hosts.get('agent');
  return host && 'heed' in host ? (host as AgentHost) : undefined;
}

const isAgentJob = (job: Job): job is AgentJob => job.host === 'agent' && 'agent' in job;

async function perform(
  job: AgentJob,
  agents: Agents,
  { tell, signal, services }: Call,
): Promise<Ending> {
  const { asker } = services ?? {};
  const began = performance.now();
  const done = await agents.run({ ...asker, job, caller: callerOf(asker?.caller) }, tell, signal);
  if (done.kind !== 'done') return unrun(done);
  return endingOf(done, Math.round(performance.now() - began));
}

/** An unknown caller gets the fewest permissions. */
const callerOf = (caller: string | undefined): Caller =>
  callers.find((one) => one === caller) ?? 'user';

/** Converts the outcome of an agent to an Ending. */
export function endingOf(
  { result, value, wrong, timeoutMs }: Extract<AgentDone, { kind: 'done' }>,
  durationMs: number,
): Ending {
  const output = textFor(result);
  const told =
    wrong === undefined ? result : { ...result, success: false, errors: [...result.errors, wrong] };
  // JSON has no undefined members.
  const facts = { toolAgentResult: JsonObject.parse(readJson(writeJson(told))) };
  const streams = { stdout: output, stderr: '', output, truncated: false, durationMs, facts };
  const failed = (name: string, message: string): Ending => ({
    ...{ kind: 'failed', exitCode: 1, fault: { class: name, message }, ...streams },
  });
  if (result.stopReason === 'cancelled') return { kind: 'cancelled', ...streams };
  if (result.stopReason === 'timeout') return { kind: 'timed-out', afterMs: timeoutMs, ...streams };
  if (result.stopReason === 'error')
    return failed('ModelError', result.errors.at(-1) ?? 'The model gave no answer');
  if (wrong !== undefined) return failed('OutputError', wrong);
  if (!result.success)
    return failed('AgentError', `Every call failed: ${result.errors.join('; ')}`);
  return { kind: 'finished', exitCode: 0, ...streams, ...(value === undefined ? {} : { value }) };
}

const limits: Readonly<Record<string, string>> = {
  'max-turns': 'The work was stopped before it was done: the limit of turns is reached.',
  'max-calls': 'The work was stopped before it was done: the limit of calls is reached.',
};

/** Returns the text for the caller's model: the agent's answer, changed files, errors, and why it stopped. */
function textFor({ summary, filesModified, errors, stopReason }: ToolAgentResult): string {
  return [
    summary === '' ? 'The agent said nothing.' : summary,
    ...(filesModified.length === 0 ? [] : [`Files modified: ${filesModified.join(', ')}`]),
    ...(errors.length === 0
      ? []
      : [`Calls that failed:\n${errors.map((one) => `- ${one}`).join('\n')}`]),
    ...(limits[stopReason] === undefined ? [] : [limits[stopReason]]),
  ].join('\n\n');
}
