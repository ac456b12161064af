import type { JsonObject } from '../../../../shared/tool/json.ts';
import { formatLog, toJson } from './answers.ts';
import type { Call } from './loaded-tool.ts';
import type { State } from './state.ts';

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const jsonFields = (value: unknown): JsonObject => fieldsOf(toJson(value)) as JsonObject;

/** The person's answers of the round before, and the state that the tool stored. */
type More = { inputResponses?: Fields; requestState(): unknown };

/** The same limit of rounds as in the official SDK. */
const MOST_ROUNDS = 8;

/** Returns what a call of an MCP server's tool may tell and ask its client, which is the person here. */
export function mcpAsks(state: State, call: Call) {
  const update = (said: unknown, as: string) => {
    const json = toJson(said);
    if (json !== undefined) state.tell({ type: 'update', call: call.id, update: { [as]: json } });
  };

  /** Asks a form only; an invalid answer means that the person closed it. */
  async function elicitInput(params: unknown, key?: string): Promise<Fields> {
    const { message, requestedSchema, mode = 'form' } = fieldsOf(params);
    if (!state.hasUi) throw new Error('Nobody is there who could be asked (elicitation)');
    if (mode !== 'form') throw new Error(`Elicitation of mode "${String(mode)}" is not known here`);
    const schema = jsonFields(requestedSchema);
    const asked = { kind: 'form' as const, title: String(message ?? ''), schema };
    const named = key === undefined ? asked : { ...asked, key };
    const answer = await state.requests.ui(named, call.signal);
    if (answer === undefined) return { action: 'cancel' };
    if (answer === null) return { action: 'decline' };
    return { action: 'accept', content: answer };
  }

  async function log(level: unknown, data: unknown, logger?: unknown): Promise<void> {
    const name = typeof logger === 'string' ? { logger } : {};
    update({ level: String(level), data: toJson(data) ?? formatLog([data]), ...name }, 'log');
  }

  async function notify(notification: unknown): Promise<void> {
    const { method, params } = fieldsOf(notification);
    const { progressToken: _, level, data, logger, ...rest } = fieldsOf(params);
    if (method === 'notifications/message') return log(level, data, logger);
    if (method === 'notifications/progress') update(rest, 'progress');
  }

  /** Asks all questions of one round at once and returns the answers by key. */
  async function answers(requests: Fields): Promise<Fields> {
    const asked = Object.entries(requests).map(async ([key, request]) => {
      const { method, params } = fieldsOf(request);
      if (method !== 'elicitation/create')
        throw new Error(`Nobody here answers "${String(method)}", which the tool asks for`);
      return [key, await elicitInput(params, key)] as const;
    });
    return Object.fromEntries(await Promise.all(asked));
  }

  /** Calls the handler again with the requested answers until it returns a result. */
  async function settle(handle: (more: More) => unknown): Promise<Fields> {
    let more: More = { requestState: () => undefined };
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const answer = fieldsOf(await handle(more));
      if (answer.resultType !== 'input_required') return answer;
      const inputResponses = await answers(fieldsOf(answer.inputRequests));
      more = { inputResponses, requestState: () => answer.requestState };
    }
    throw new Error(`The tool asked ${MOST_ROUNDS} times and gave no result`);
  }

  return { elicitInput, log, notify, settle };
}
