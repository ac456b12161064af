import { removeIn, setIn } from '../../../../shared/formats/edit-definition.ts';
import { parseJson } from '../../../../shared/schema/json/parse-json.ts';
import { isObject } from '../../../../shared/schema/json/values.ts';
import { Agent, AgentLimits } from '../../../../shared/tool/agent.ts';
import { writeJson } from '../../../../shared/tool/exact-number.ts';
import { withoutMark } from '../../../../shared/tool/folder.ts';
import type { Json, JsonSchema } from '../../../../shared/tool/json.ts';

type Limit = keyof AgentLimits;

/** What a form shows of agent.json; fields that hold something else are empty in it. */
export interface AgentFields {
  name: string;
  description: string;
  model: string;
  reasoning: string;
  system: string;
  /** In plan mode the agent only reads. */
  isPlan: boolean;
  tools: 'all' | string[];
  /** In the unit of `limitUnits`; '' where the settings decide. */
  limits: Record<Limit, string>;
  /** The schema of the answer as it stands in the text; undefined without one. */
  output: JsonSchema | undefined;
  outputText: string;
  /** Fields of the file that only the text shows. */
  others: string[];
}

/** What one of a limit's unit on screen is in the file: a time is typed in seconds and kept in milliseconds. */
export const limitUnits: Record<Limit, number> = { maxTurns: 1, maxToolCalls: 1, timeoutMs: 1_000 };
export const limitNames = Object.keys(limitUnits) as Limit[];

const shown = new Set([
  ...['name', 'description', 'model', 'reasoning', 'system', 'mode', 'tools', 'limits', 'output'],
]);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The fields of agent.json; undefined when the text is no JSON object. */
export function agentFields(source: string): AgentFields | undefined {
  const parsed = parseJson(withoutMark(source));
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const root = parsed.value;
  const limits = isObject(root.limits) ? root.limits : {};
  const { tools = 'all', output } = root;
  return {
    name: text(root.name),
    description: text(root.description),
    model: text(root.model),
    reasoning: text(root.reasoning),
    system: text(root.system),
    isPlan: root.mode === 'plan',
    tools: Array.isArray(tools) ? tools.filter((name) => typeof name === 'string') : 'all',
    limits: {
      maxTurns: limitText(limits, 'maxTurns'),
      maxToolCalls: limitText(limits, 'maxToolCalls'),
      timeoutMs: limitText(limits, 'timeoutMs'),
    },
    output: isObject(output) ? output : undefined,
    outputText: output === undefined ? '' : writeJson(output, 2),
    others: Object.keys(root).filter((key) => !shown.has(key)),
  };
}

const limitText = (limits: Record<string, Json>, name: Limit): string => {
  const value = limits[name];
  return typeof value === 'number' ? String(value / limitUnits[name]) : '';
};

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || (isObject(value) && Object.keys(value).length === 0);

/** Edits of agent.json that change one thing and leave every other byte alone; undefined where a value does not fit. */
export const editAgent = {
  /** An empty text takes the field out. */
  set(source: string, field: string, value: string): string {
    return value === '' ? removeIn(source, [field]) : setIn(source, [field], value);
  },

  /** A model by its whole id, `PROVIDER:NAME`. */
  model(source: string, typed: string): string | undefined {
    const model = typed.trim();
    if (model !== '' && !Agent.shape.model.safeParse(model).success) return undefined;
    return this.set(source, 'model', model);
  },

  tools(source: string, tools: 'all' | readonly string[]): string {
    return setIn(source, ['tools'], tools === 'all' ? tools : [...tools]);
  },

  /** A limit as it was typed, in its unit on screen; the last one that goes takes `limits` along. */
  limit(source: string, name: Limit, typed: string): string | undefined {
    if (typed.trim() === '') {
      const rest = removeIn(source, ['limits', name]);
      const parsed = parseJson(rest);
      const root = parsed.ok && isObject(parsed.value) ? parsed.value : {};
      return isEmpty(root.limits) ? removeIn(rest, ['limits']) : rest;
    }
    const value = Number(typed) * limitUnits[name];
    if (!AgentLimits.safeParse({ [name]: value }).success) return undefined;
    return setIn(source, ['limits', name], value);
  },

  /** The schema of the answer as it was typed. */
  output(source: string, typed: string): string | undefined {
    if (typed.trim() === '') return removeIn(source, ['output']);
    const parsed = parseJson(typed);
    if (!parsed.ok || !isObject(parsed.value)) return undefined;
    return setIn(source, ['output'], parsed.value);
  },
};
