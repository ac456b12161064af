import type { Folder } from '../../tool/folder.ts';
import type { Json, JsonObject } from '../../tool/json.ts';
import { ExecutionPolicy, ResultPolicy } from '../../tool/definition.ts';
import type { Policies } from '../../tool/definition.ts';
import type { Problem } from '../../tool/problem.ts';
import type { AuthoredTool, Toolset } from '../../tool/toolset.ts';
import type { CachedTool, ModuleCache } from './module-cache.ts';
import type { ModuleFiles } from './module-files.ts';

type Permissions = Pick<CachedTool, 'executionPolicy' | 'resultApprovalPolicy'>;

/** A word that is no policy was meant to hold something back, so the strictest one counts. */
function policiesOf(
  { executionPolicy, resultApprovalPolicy }: Permissions,
  report: (attribute: string, word: string, counts: string) => void,
): Policies {
  const policies: Policies = {};
  if (executionPolicy !== undefined) {
    const known = ExecutionPolicy.safeParse(executionPolicy);
    if (!known.success) report('executionPolicy', executionPolicy, 'ask-always');
    policies.execution = known.success ? known.data : 'ask-always';
  }
  if (resultApprovalPolicy !== undefined) {
    const known = ResultPolicy.safeParse(resultApprovalPolicy);
    if (!known.success) report('resultApprovalPolicy', resultApprovalPolicy, 'always');
    policies.result = known.success ? known.data : 'always';
  }
  return policies;
}

const known = new Set(
  ['type', 'function', 'executionPolicy', 'resultApprovalPolicy', 'hidden', 'entry'].concat(
    ...['kind', 'unlisted', 'line', 'endLine'],
  ),
);

/** What the format keeps of a tool beyond its definition: whether it has a formatter, unknown fields. */
function extraOf(cached: CachedTool): { extra?: JsonObject } {
  const rest = Object.keys(cached).filter((field) => !known.has(field));
  if (rest.length === 0) return {};
  return { extra: Object.fromEntries(rest.map((field) => [field, cached[field] as Json])) };
}

/** What a cache says, as a toolset over the script that lies beside it. */
export function cachedToolset(
  module: ModuleFiles,
  cache: ModuleCache,
  files: Folder,
): { toolset: Toolset; problems: Problem[] } {
  const problems: Problem[] = [];
  const report = (attribute: string, word: string, counts: string) =>
    problems.push({
      severity: 'error',
      code: 'unknown-policy',
      message: `"${attribute}" in "${module.cache}" is "${word}", which is no policy; "${counts}" counts`,
      values: { attribute, value: word },
      file: module.cache,
      line: 1,
      column: 1,
    });
  const content = files[module.script];
  const source = typeof content === 'string' ? content : '';
  const { overrides } = cache;
  const group = {
    ...policiesOf(cache.defaultPermissions ?? {}, report),
    ...policiesOf(overrides?.permissions ?? {}, report),
  };
  const rulePrompt = overrides?.rulePrompt ?? cache.rulePrompt ?? '';
  const tools = cache.tools.map((cached): AuthoredTool => {
    const { name, description = '', parameters } = cached.function;
    const chosen = overrides?.tools;
    const own = chosen !== undefined && Object.hasOwn(chosen, name) ? chosen[name] : undefined;
    const policies = {
      ...group,
      ...policiesOf(cached, report),
      ...policiesOf(own ?? {}, report),
    };
    return {
      definition: {
        name,
        description,
        parameters: parameters ?? { type: 'object', properties: {} },
        ...(Object.keys(policies).length === 0 ? {} : { policies }),
        ...(cached.hidden?.length ? { hidden: cached.hidden } : {}),
        ...(cached.kind === undefined ? {} : { kind: cached.kind }),
        ...(cached.unlisted === true ? { unlisted: true } : {}),
      },
      code: {
        language: module.language.id,
        file: module.script,
        source,
        entry: cached.entry ?? name,
        ...(cache.packages?.length ? { packages: cache.packages } : {}),
        ...(cached.line === undefined || cached.endLine === undefined
          ? {}
          : { lines: { from: cached.line, to: cached.endLine } }),
      },
      ...extraOf(cached),
    };
  });
  return {
    toolset: {
      format: 'script-module',
      group: {
        name: module.name,
        ...(rulePrompt === '' ? {} : { rulePrompt }),
        ...(Object.keys(group).length === 0 ? {} : { policies: group }),
      },
      tools,
    },
    problems,
  };
}
