import type { ModuleLocation } from '../../../shared/protocol/modules/external-modules.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';

/** The outcome of loading one module. */
export interface LoadedModule {
  /** An unlisted tool is not offered to models, so its name does not conflict with others. */
  tools: { name: string; description: string; unlisted?: boolean | undefined }[];
  /** Why some or all tools are missing. */
  errors: string[];
}

export interface Discovered {
  tools: ({ name: string; description: string } & ModuleLocation)[];
  /** `taken` is the name that another tool has. */
  errors: ({ error: string; taken?: string } & ModuleLocation)[];
}

const declarative = 'Declarative tool files (.md, .json) cannot be loaded as executable modules';

/** Why a file is not loaded: the code of a problem, its English text, and its values except the path. */
export type NotLoaded = Pick<Problem, 'code' | 'message' | 'values'>;

export function refusal(path: string): NotLoaded | undefined {
  if (/\.(md|json)$/i.test(path)) return { code: 'declarative-tool', message: declarative };
  if (!/\.(py|sh|bash|ps1)$/i.test(path)) return undefined;
  const message =
    'A script is not a TypeScript module; import it into the workspace as a script module';
  return { code: 'external-script', message };
}

/**
 * Loads modules one after the other. The first tool with a name keeps it: built-in tools first, then modules in
 * their order. A failure is listed and does not stop the rest. Source: seed 002, including the sentences.
 */
export async function loadDiscovered(
  found: ModuleLocation[],
  builtIn: readonly string[],
  load: (path: string) => Promise<LoadedModule>,
): Promise<Discovered> {
  const taken = new Set(builtIn);
  const discovered: Discovered = { tools: [], errors: [] };
  for (const { path, place, level } of found) {
    const where = { path, place, level };
    const refused = refusal(path);
    const loaded =
      refused === undefined ? await load(path) : { tools: [], errors: [refused.message] };
    for (const error of loaded.errors) discovered.errors.push({ ...where, error });
    for (const { name, description, unlisted } of loaded.tools) {
      if (unlisted) continue;
      if (taken.has(name)) {
        const error = `Tool name "${name}" conflicts with existing tool`;
        discovered.errors.push({ ...where, error, taken: name });
        continue;
      }
      taken.add(name);
      discovered.tools.push({ name, description, ...where });
    }
  }
  return discovered;
}

/**
 * Returns the problems of the names after `--tools`. Only built-in tools are selected by name; custom tools are
 * always active. Source: seed 002.
 */
export function checkChosen(
  chosen: string[],
  builtIn: readonly string[],
  custom: readonly string[],
): string[] {
  return chosen.flatMap((name) => {
    if (builtIn.includes(name)) return [];
    if (custom.includes(name)) {
      return [
        `"${name}" is a custom tool, which is always active; --tools names built-in tools alone`,
      ];
    }
    return [`There is no built-in tool "${name}"; known are ${builtIn.join(', ')}`];
  });
}
