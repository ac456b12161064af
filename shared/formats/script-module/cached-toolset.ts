import { own } from '../../schema/json/values.ts';
import type { Folder } from '../../tool/folder.ts';
import type { Json, JsonObject } from '../../tool/json.ts';
import { ExecutionPolicy, ResultPolicy, Traits } from '../../tool/definition.ts';
import type { Policies } from '../../tool/definition.ts';
import type { Problem } from '../../tool/problem/problem.ts';
import type { AuthoredTool, Toolset } from '../../tool/toolset.ts';
import type { CachedTool, ModuleCache } from './module-cache.ts';
import type { ModuleFiles } from './module-files.ts';

/** Returns the toolset of a cache, with the script beside it. */
export function cachedToolset(
  module: ModuleFiles,
  cache: ModuleCache,
  files: Folder,
): { toolset: Toolset; problems: Problem[] } {
  const policies = new PolicyReader(module.cache);
  const { overrides } = cache;
  const group = {
    ...policies.read(cache.defaultPermissions),
    ...policies.read(overrides?.permissions),
  };
  const content = files[module.script];
  const source = typeof content === 'string' ? content : '';
  const tools = cache.tools.map((cached): AuthoredTool => {
    const { name, description = '', parameters } = cached.function;
    const chosen = own(overrides?.tools ?? {}, name);
    return {
      definition: {
        name,
        description,
        parameters: parameters ?? { type: 'object', properties: {} },
        policies: orNone({ ...group, ...policies.read(cached), ...policies.read(chosen) }),
        hidden: cached.hidden?.length ? cached.hidden : undefined,
        kind: cached.kind,
        ...Traits.parse(cached),
        category: cached.category,
        ...(cached.label && cached.label !== name ? { displayName: cached.label } : {}),
        ...(cached.tags?.length ? { tags: cached.tags } : {}),
        unlisted: cached.unlisted || undefined,
      },
      code: {
        language: module.language.id,
        file: module.script,
        source,
        entry: cached.entry ?? name,
        packages: cache.packages?.length ? cache.packages : undefined,
        lines: linesOf(cached),
      },
      extra: extraOf(cached),
    };
  });
  const rulePrompt = overrides?.rulePrompt ?? cache.rulePrompt;
  return {
    toolset: {
      format: 'script-module',
      group: { name: module.name, rulePrompt: rulePrompt || undefined, policies: orNone(group) },
      tools,
    },
    problems: [...policies.problems, ...tools.flatMap(offByAuthor)],
  };
}

function offByAuthor({
  definition: { name, enabled },
  code: { file, lines },
}: AuthoredTool): Problem[] {
  if (enabled !== false) return [];
  const message = `"${name}" is off because its author set "enabled: false"; models do not see it until you turn it on in the settings`;
  const place = { file, line: lines?.from ?? 1, column: 1 };
  return [{ severity: 'info', code: 'tool-off', message, values: { name }, ...place }];
}

const orNone = <T extends object>(fields: T): T | undefined =>
  Object.keys(fields).length === 0 ? undefined : fields;

const linesOf = ({ line, endLine }: CachedTool): AuthoredTool['code']['lines'] =>
  line === undefined || endLine === undefined ? undefined : { from: line, to: endLine };

type Permissions = Pick<CachedTool, 'executionPolicy' | 'resultApprovalPolicy'>;

/**
 * Reads policies of a cache. An unknown policy was probably meant to restrict, so the strictest one applies.
 */
class PolicyReader {
  readonly problems: Problem[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  read({ executionPolicy, resultApprovalPolicy }: Permissions = {}): Policies {
    const policies: Policies = {};
    if (executionPolicy !== undefined)
      policies.execution =
        ExecutionPolicy.safeParse(executionPolicy).data ??
        this.#instead('executionPolicy', executionPolicy, 'ask-always');
    if (resultApprovalPolicy !== undefined)
      policies.result =
        ResultPolicy.safeParse(resultApprovalPolicy).data ??
        this.#instead('resultApprovalPolicy', resultApprovalPolicy, 'always');
    return policies;
  }

  #instead<Policy extends string>(attribute: string, word: string, counts: Policy): Policy {
    this.problems.push({
      severity: 'error',
      code: 'unknown-policy',
      message: `"${attribute}" in "${this.#file}" is "${word}", which is not a policy; "${counts}" applies`,
      values: { attribute, value: word },
      file: this.#file,
      line: 1,
      column: 1,
    });
    return counts;
  }
}

const known = new Set(
  ['type', 'function', 'executionPolicy', 'resultApprovalPolicy', 'hidden', 'entry'].concat(
    ...['kind', 'unlisted', 'line', 'endLine', 'label', 'category', 'tags'],
    ...Object.keys(Traits.shape),
  ),
);

/** Returns the fields of a tool beyond its definition: whether it has a formatter, and unknown fields. */
function extraOf(cached: CachedTool): JsonObject | undefined {
  const rest = Object.keys(cached).filter((field) => !known.has(field));
  return orNone(Object.fromEntries(rest.map((field) => [field, cached[field] as Json])));
}
