import { ModuleCache } from '../../../shared/formats/script-module/module-cache.ts';
import { removeIn, setIn } from '../../../shared/formats/edit-definition.ts';
import { parseJson } from '../../../shared/schema/json/parse-json.ts';
import type { Policies } from '../../../shared/tool/definition.ts';

/** One thing that the script says and its author may choose otherwise. */
export interface Choice {
  /** What the script says, or what counts where it says nothing. */
  script: string | undefined;
  own: string | undefined;
}

export interface PolicyChoices {
  execution: Choice;
  result: Choice;
}

export interface ModuleChoices {
  rulePrompt: Choice;
  group: PolicyChoices;
  tools: ({ name: string } & PolicyChoices)[];
}

const fields = { execution: 'executionPolicy', result: 'resultApprovalPolicy' } as const;
type Permissions = ModuleCache['defaultPermissions'];

const chosen = (said: Permissions, own: Permissions): PolicyChoices => ({
  execution: { script: said?.executionPolicy, own: own?.executionPolicy },
  result: { script: said?.resultApprovalPolicy, own: own?.resultApprovalPolicy },
});

/** What a module's cache says of its policies and its rule prompt; undefined when it is no cache. */
export const moduleChoices = (text: string): ModuleChoices | undefined => {
  const parsed = parseJson(text);
  const cache = parsed.ok ? ModuleCache.safeParse(parsed.value) : undefined;
  if (!cache?.success) return undefined;
  const { overrides = {}, defaultPermissions, rulePrompt, tools } = cache.data;
  return {
    rulePrompt: { script: rulePrompt, own: overrides.rulePrompt },
    group: chosen(defaultPermissions, overrides.permissions),
    tools: tools.map((tool) => {
      const { name } = tool.function;
      const own = Object.hasOwn(overrides.tools ?? {}, name) ? overrides.tools?.[name] : undefined;
      return { name, ...chosen(tool, own) };
    }),
  };
};

const set = (text: string, path: string[], value: string | undefined): string =>
  value === undefined ? removeIn(text, path) : setIn(text, path, value);

/** Edits of a cache that change one choice and leave every other byte alone; undefined takes it back. */
export const editChoices = {
  rulePrompt: (text: string, value: string | undefined): string =>
    set(text, ['overrides', 'rulePrompt'], value),

  group: (text: string, policy: keyof Policies, value: string | undefined): string =>
    set(text, ['overrides', 'permissions', fields[policy]], value),

  tool: (text: string, name: string, policy: keyof Policies, value: string | undefined): string =>
    set(text, ['overrides', 'tools', name, fields[policy]], value),
};
