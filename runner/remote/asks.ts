import { check } from '../../shared/schema/check.ts';
import type { Doing } from '../../shared/registry/tool.ts';
import {
  ServerQuestionAnswer,
  type ServerQuestion,
} from '../../shared/tool/run/server-question.ts';
import { JsonObject } from '../../shared/tool/json.ts';
import type { ModelId } from '../../shared/protocol/models.ts';
import type { Models } from '../conversations/models/model.ts';
import type { SamplingAsked } from './sampling.ts';
import { sample } from './sampling.ts';

/** A running call, as far as the server's questions need it. */
export interface ActiveCall {
  tool: string;
  /** Absent if nobody can answer. */
  ui: Doing['ui'];
  signal: AbortSignal;
  /** Pauses the call's time limit while the person thinks. */
  held<T>(work: () => Promise<T>): Promise<T>;
}

type Form = { mode?: 'form'; message: string; requestedSchema: unknown };
type Address = { mode: 'url'; message: string; url: string };

/** The limits of a question's message and schema, in characters. */
const MOST_MESSAGE = 4_000;
const MOST_SCHEMA = 64 * 1024;
/** The limit of questions per call, answered or not. */
const MOST_ASKED = 20;

/** A server's questions while its tools run. A question reaches the person whose call is running, or is refused. */
export class Asks {
  readonly #server: string;
  readonly #models: Pick<Models, 'open'>;
  readonly #samplingModel: () => ModelId | undefined;
  #calls = new Map<ActiveCall, number>();

  constructor(
    server: string,
    models: Pick<Models, 'open'>,
    samplingModel: () => ModelId | undefined,
  ) {
    this.#server = server;
    this.#models = models;
    this.#samplingModel = samplingModel;
  }

  begin(call: ActiveCall): () => void {
    this.#calls.set(call, 0);
    return () => void this.#calls.delete(call);
  }

  get count(): number {
    return this.#calls.size;
  }

  /** Elicitation (MCP, `elicitation/create`). */
  async elicit(params: Form | Address): Promise<ServerQuestionAnswer> {
    const message = params.message.slice(0, MOST_MESSAGE);
    if (params.mode === 'url') {
      const host = hostOf(params.url);
      // Only web addresses are shown, and only the person opens them.
      if (host === undefined) return { action: 'decline' };
      const { action } = await this.#ask({ kind: 'open', message, url: params.url, host });
      return { action };
    }
    const schema = JsonObject.safeParse(params.requestedSchema);
    if (!schema.success || JSON.stringify(schema.data).length > MOST_SCHEMA)
      return { action: 'decline' };
    const answer = await this.#ask({ kind: 'form', message, schema: schema.data });
    if (answer.action !== 'accept') return { action: answer.action };
    const content = answer.content ?? {};
    return check(schema.data, content).ok ? { action: 'accept', content } : { action: 'cancel' };
  }

  /** Sampling (MCP, `sampling/createMessage`); undefined if it is refused. */
  async sample(asked: SamplingAsked) {
    const model = this.#samplingModel();
    const call = this.#latest();
    if (model === undefined || !call) return undefined;
    const { system, messages, maxTokens } = asked;
    const question = { kind: 'sampling' as const, message: '', model, system, messages, maxTokens };
    const { action } = await this.#ask(question);
    if (action !== 'accept') return undefined;
    return call.held(() => sample(this.#models, model, asked, call.signal));
  }

  /**
   * Returns the call that a question belongs to: the newest that somebody watches, because servers do not say
   * which.
   */
  #latest(): ActiveCall | undefined {
    return [...this.#calls.keys()].filter(({ ui }) => ui !== undefined).at(-1);
  }

  async #ask(asked: Unnamed): Promise<ServerQuestionAnswer> {
    const call = this.#latest();
    const times = call && this.#calls.get(call);
    if (!call?.ui || times === undefined || times >= MOST_ASKED) return { action: 'cancel' };
    this.#calls.set(call, times + 1);
    const { ui, signal, tool } = call;
    const question = { ...asked, server: this.#server, tool } as ServerQuestion;
    const said = ServerQuestionAnswer.safeParse(await call.held(() => ui(question, signal)));
    return said.success ? said.data : { action: 'cancel' };
  }
}

type Unnamed = ServerQuestion extends infer One
  ? One extends ServerQuestion
    ? Omit<One, 'server' | 'tool'>
    : never
  : never;

function hostOf(url: string): string | undefined {
  if (!URL.canParse(url) || url.length > 4_000) return undefined;
  const { protocol, host, username, password } = new URL(url);
  // User info before an "@" makes a host look like another one.
  const isPlain = (protocol === 'https:' || protocol === 'http:') && username + password === '';
  return isPlain ? host : undefined;
}
