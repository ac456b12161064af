import type {
  ConversationNode,
  ConversationSetup,
  Stopped,
} from '../../../shared/protocol/conversations/conversations.ts';
import { ConversationLimits } from '../../../shared/protocol/conversations/conversations.ts';
import { agentModel, type ToolAgentSettings } from '../../../shared/protocol/settings.ts';
import type { ToolAgentResult } from '../../../shared/protocol/conversations/tool-agent.ts';
import { systemPrompt, userPrompt } from '../../../shared/languages/agent/prompts.ts';
import type { Tell } from '../../../shared/tool/run/host.ts';
import type { AgentJob } from '../../../shared/tool/run/job.ts';
import type { Json } from '../../../shared/tool/json.ts';
import type { Registry } from '../../../shared/registry/registry.ts';
import type { Unit } from '../../../shared/registry/registry-view.ts';
import type { Caller } from '../../server/guard/credential.ts';
import type { Model } from '../models/model.ts';
import type { ModelFault, ModelId } from '../../../shared/protocol/models.ts';
import type { Converse, Talk } from '../talk.ts';
import { TimeLimit } from '../time-limit.ts';
import { AgentSteps } from './agent-steps.ts';
import { checkOutput, mendRequest } from './check-output.ts';
import { agentResult, callCount, textOf } from './result.ts';
import { skillsFor, type Skills } from './skills-for.ts';
import { toolsOf } from './tools-of.ts';

/** How many levels of agents may call each other. */
export const mostDepth = 3;

export interface AgentParts {
  converse: Converse;
  /** Returns the model with this id, or why it is missing; undefined if the person answers. */
  model(id: ModelId): Promise<Model | { fault: ModelFault } | undefined>;
  /** Runs `work` of a conversation, which can be stopped by its id. */
  during<T>(id: string, work: (stop: AbortSignal) => Promise<T>): Promise<T>;
  store: {
    begin(given: { id: string; title?: string; setup: ConversationSetup }): unknown;
    put(id: string, node: ConversationNode): boolean;
  };
  registry: Pick<Registry<Unit>, 'offered'>;
  /** Updates the registry. */
  fresh(): Promise<unknown>;
  settings(): ToolAgentSettings;
  skills: Skills;
}

/** A job for an agent, with its caller. */
export interface AgentAsked {
  job: AgentJob;
  caller: Caller;
  /** The id of the calling conversation, if there is one. */
  session?: string | undefined;
  runId?: string | undefined;
  /** Called when a call starts or stops to wait for the person. */
  waits?: Talk['waits'];
}

/** Why an agent did not start, or its outcome. */
export type AgentDone =
  | { kind: 'unavailable' | 'denied'; reason: string }
  | {
      kind: 'done';
      result: ToolAgentResult;
      timeoutMs: number;
      /** The final answer, if a schema was required and it matches. */
      value?: Json;
      /** Why the answer does not match the schema. */
      wrong?: string;
    };

/** The error if neither the agent nor the settings name a model. */
export const noModel =
  'No model is set for agents: choose one in the settings, or name one in the agent\'s "model"';

/** Runs the conversations of agents. Rejects only because of bugs. */
export class Agents {
  #parts: AgentParts;
  /** The depth of each running agent, by the id of its conversation. */
  #depths = new Map<string, number>();

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  async run(asked: AgentAsked, tell: Tell, signal: AbortSignal): Promise<AgentDone> {
    const { job, session = '' } = asked;
    const depth = (this.#depths.get(session) ?? 0) + 1;
    if (depth > mostDepth) {
      const reason = `Agents call each other at most ${mostDepth} levels deep, so "${job.name}" was not called: do its task yourself`;
      return { kind: 'denied', reason };
    }
    const id = job.agent.model ?? agentModel(this.#parts.settings());
    if (id === undefined) return { kind: 'unavailable', reason: noModel };
    const model = await this.#parts.model(id);
    if (model === undefined) return { kind: 'unavailable', reason: noModel };
    if ('fault' in model) return { kind: 'unavailable', reason: model.fault.message };
    const conversationId = crypto.randomUUID();
    this.#depths.set(conversationId, depth);
    try {
      const setup = await this.#setup(asked, id, depth);
      this.#parts.store.begin({ id: conversationId, title: titleOf(job), setup });
      const talk: Talk = {
        ...{ id: conversationId, model, setup, caller: asked.caller, depth, waits: asked.waits },
        confirm: this.#confirm(asked.caller),
      };
      return await this.#parts.during(conversationId, (stop) => {
        const until = AbortSignal.any([signal, stop]);
        return new AgentWork(talk, this.#parts, new AgentSteps(tell, model.label), until).done(job);
      });
    } finally {
      this.#depths.delete(conversationId);
    }
  }

  #confirm(caller: Caller): Talk['confirm'] {
    if (this.#parts.settings().autoConfirmDangerous) return 'allow';
    return caller === 'page' ? 'ask' : 'refuse';
  }

  async #setup(
    { job, caller, runId }: AgentAsked,
    model: ModelId,
    depth: number,
  ): Promise<ConversationSetup> {
    const { name, agent, context } = job;
    const mode = agent.mode ?? context.mode;
    const { maxToolCalls, timeoutMs } = this.#parts.settings();
    await this.#parts.fresh();
    const tools = toolsOf({ ...agent, mode }, this.#parts.registry, { name, caller });
    const skills = await skillsFor(agent.skills, tools, this.#parts.skills);
    return {
      ...{ model, form: 'openai', blind: false, mocks: {}, mocksOnly: false, rerunStale: false },
      ...{ tools, mode, cwd: context.cwd, system: systemPrompt({ ...agent, mode }, skills) },
      reasoning: agent.reasoning,
      limits: ConversationLimits.parse({ maxToolCalls, timeoutMs, ...agent.limits }),
      agent: { name, depth, ...(runId === undefined ? {} : { runId }) },
    };
  }
}

const MOST_TITLE = 80;

const titleOf = ({ name, arguments: { task } }: AgentJob): string => {
  const [line = ''] = typeof task === 'string' ? task.trim().split('\n', 1) : [];
  return `${name}${line && `: ${line}`}`.slice(0, MOST_TITLE);
};

/** One call of an agent. */
class AgentWork {
  #talk: Talk;
  #parts: Pick<AgentParts, 'converse' | 'store'>;
  #steps: AgentSteps;
  #signal: AbortSignal;
  #nodes: ConversationNode[] = [];
  #began = performance.now();
  /** The remaining time for all messages of the call. */
  #time: TimeLimit;

  constructor(
    talk: Talk,
    parts: Pick<AgentParts, 'converse' | 'store'>,
    steps: AgentSteps,
    signal: AbortSignal,
  ) {
    this.#time = new TimeLimit(talk.setup.limits.timeoutMs);
    const waits = (isWaiting: boolean): void => {
      this.#time.wait(isWaiting);
      talk.waits?.(isWaiting);
    };
    this.#talk = { ...talk, waits };
    this.#parts = parts;
    this.#steps = steps;
    this.#signal = signal;
  }

  done(job: AgentJob): Promise<AgentDone> {
    return this.#work(job).finally(() => this.#time.stop());
  }

  async #work({ agent, arguments: args }: AgentJob): Promise<AgentDone> {
    this.#steps.begin();
    let stopped = await this.#say(userPrompt(args), this.#talk);
    if (agent.output === undefined || stopped.stopReason !== 'done') return this.#ended(stopped);
    let checked = checkOutput(agent.output, this.#answer());
    if (!checked.ok) {
      stopped = await this.#say(mendRequest(checked.message), this.#rest());
      if (stopped.stopReason !== 'done') return this.#ended(stopped);
      checked = checkOutput(agent.output, this.#answer());
    }
    if (checked.ok) return { ...this.#ended(stopped), value: checked.value };
    const wrong = `The answer does not fit the schema of the agent's "output", though the model was told what is wrong: ${checked.message}`;
    return { ...this.#ended(stopped), wrong };
  }

  /** Sends a message to the model and waits until its turn ends. */
  async #say(text: string, talk: Talk): Promise<Stopped> {
    const node: ConversationNode = {
      ...{ id: crypto.randomUUID(), parent: this.#nodes.at(-1)?.id ?? null, at: Date.now() },
      ...{ role: 'user', text },
    };
    this.#keep(node);
    this.#parts.store.put(talk.id, node);
    return this.#parts.converse(
      [...this.#nodes],
      talk,
      (event) => {
        if (event.type === 'node') this.#keep(event.node);
        this.#steps.hear(event);
      },
      this.#signal,
    );
  }

  #keep(node: ConversationNode): void {
    const at = this.#nodes.findIndex(({ id }) => id === node.id);
    if (at < 0) this.#nodes.push(node);
    else this.#nodes[at] = node;
  }

  #answer(): string {
    const last = this.#nodes.findLast((node) => node.role === 'answer');
    return last ? textOf(last) : '';
  }

  /** Returns the talk with the remaining limits, because the loop counts anew after each message. */
  #rest(): Talk {
    const { setup } = this.#talk;
    const { maxTurns, maxToolCalls } = setup.limits;
    const turns = this.#nodes.filter(({ role }) => role === 'answer').length;
    const limits = {
      maxTurns: Math.max(1, maxTurns - turns),
      maxToolCalls: Math.max(0, maxToolCalls - callCount(this.#nodes, maxToolCalls)),
      timeoutMs: Math.max(1_000, this.#time.left),
    };
    return { ...this.#talk, setup: { ...setup, limits } };
  }

  #ended(stopped: Stopped): Extract<AgentDone, { kind: 'done' }> {
    const { id, setup } = this.#talk;
    const result = agentResult(this.#nodes, stopped, {
      conversationId: id,
      executionTimeMs: Math.round(performance.now() - this.#began),
      maxToolCalls: setup.limits.maxToolCalls,
    });
    return { kind: 'done', result, timeoutMs: setup.limits.timeoutMs };
  }
}
