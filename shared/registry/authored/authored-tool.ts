import { shape } from '../../returns/shape.ts';
import { commandTool } from '../../languages/bash/words.ts';
import { readsOnly } from '../../tool/definition.ts';
import { unrun } from '../../tool/run/ending.ts';
import type { ExecRequest } from '../../tool/run/host.ts';
import { JsonObject } from '../../tool/json.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';
import { parametersOf } from '../define/create-tool.ts';
import type { FunctionDeclaration, Tool } from '../tool.ts';
import { planCall, type Engine } from './authored-plan.ts';
import { reasonsLine } from '../../tool/problem/reason.ts';

/** The limits of a tool without its own. Source of 30 s: seed 001, section 4.1. */
export const defaultLimits = {
  defaultTimeoutMs: 30_000,
  maxTimeoutMs: 600_000,
  outputBytes: 1024 * 1024,
} as const;

const NO_PROGRAMS = 'Programs are started by the pipeline alone, which can ask for them';

/** Turns an authored tool into a registry tool. */
export function authoredTool(tool: AuthoredTool, engine: () => Engine): Tool {
  const { definition } = tool;
  const { name, kind = 'execute', category, displayName = name, tags = [] } = definition;
  const shaped = { name, returns: tool.returns };
  return {
    name,
    displayName,
    kind,
    isReadOnly: readsOnly(definition),
    isConcurrencySafe: definition.isConcurrencySafe ?? true,
    strict: definition.strict ?? false,
    description: { short: definition.description, examples: definition.examples },
    version: definition.version ?? '1.0.0',
    category,
    tags,
    definition,
    policies: definition.policies,
    language: tool.code.language,
    getFunctionDeclaration: () => declarationOf(definition),
    build: (params) => ({ toolName: name, params }),
    plan: (params, options) => planCall({ tool, ...engine() }, params, options),
    shape: (ending) => shape(ending, shaped).result,
    async execute(params, context = {}) {
      const { signal = new AbortController().signal, update, output, ...said } = context;
      const plan = await planCall({ tool, ...engine() }, params, { ...said, signal });
      if (plan.kind === 'ended') return plan.result;
      // A direct call, past the pipeline, where nobody can approve.
      if (plan.judgement.decision !== 'allow') {
        const reason = `It has to be approved first: ${reasonsLine(plan.judgement.reasons)}`;
        return shape(unrun({ kind: 'denied', reason }), shaped).result;
      }
      const done = await plan.perform({
        signal,
        tell(progress) {
          if (progress.type === 'output') output?.(progress.stream, progress.text);
          if (progress.type === 'update')
            update?.(JsonObject.safeParse(progress.update).data ?? {});
        },
        exec: async () => ({ stdout: '', stderr: NO_PROGRAMS, code: 127, killed: false }),
      });
      return done.result;
    },
  };
}

/** A program that the tool `name` wants to run, as a tool itself. */
export const programTool = (name: string, request: ExecRequest, engine: () => Engine): Tool =>
  authoredTool(commandTool(name, request), engine);

function declarationOf({ name, description, hidden, parameters }: AuthoredTool['definition']) {
  const isHidden = new Set(hidden);
  const { properties, required, ...rest } = parametersOf(parameters);
  const shown = Object.entries(properties).filter(([one]) => !isHidden.has(one));
  const declaration: FunctionDeclaration = {
    ...{ name, description },
    parameters: { ...rest, properties: Object.fromEntries(shown) },
  };
  if (required) declaration.parameters.required = required.filter((one) => !isHidden.has(one));
  return declaration;
}
