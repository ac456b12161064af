import type { FoundAt } from '../../../shared/protocol/modules/found-modules.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';

/** What loading one module gave. */
export interface LoadedModule {
  /** A model is never told of an unlisted one, so that its name is nobody's loss. */
  tools: { name: string; description: string; unlisted?: boolean | undefined }[];
  /** Why it gave none, or not all of them. */
  errors: string[];
}

export interface Discovered {
  tools: ({ name: string; description: string } & FoundAt)[];
  /** `taken` is the name that somebody else has. */
  errors: ({ error: string; taken?: string } & FoundAt)[];
}

const declarative = 'Declarative tool files (.md, .json) cannot be loaded as executable modules';

/** Why a file is not even loaded: a code of a problem, in English, with the values beside its path. */
export type NotLoaded = Pick<Problem, 'code' | 'message' | 'values'>;

export function refusal(path: string): NotLoaded | undefined {
  if (/\.(md|json)$/i.test(path)) return { code: 'declarative-tool', message: declarative };
  if (!/\.(py|sh|bash|ps1)$/i.test(path)) return undefined;
  const message =
    'A script is no module of TypeScript; import it into the workspace as a script module';
  return { code: 'script-found', message };
}

/**
 * Loads what was found, one after the other. A name that is taken stays with who has it: built-in tools
 * first, then modules in their order. What fails is listed and stops nothing else. Source: seed 002,
 * whose sentences these are.
 */
export async function loadDiscovered(
  found: FoundAt[],
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
 * What is wrong with names that were chosen as active tools: only built-in ones are chosen by name,
 * since custom ones are always active. Source: seed 002, `--tools`.
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
