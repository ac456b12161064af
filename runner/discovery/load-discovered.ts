import type { FoundModule } from './found-module.ts';

/** What loading one module gave. */
export interface LoadedModule {
  tools: { name: string; description: string }[];
  /** Why it gave none, or not all of them. */
  errors: string[];
}

export interface Discovered {
  tools: { name: string; description: string; path: string; place: string; level: string }[];
  errors: { path: string; place: string; level: string; error: string }[];
}

const declarative = 'Declarative tool files (.md, .json) cannot be loaded as executable modules';

function refusal(path: string): string | undefined {
  if (/\.(md|json)$/i.test(path)) return declarative;
  if (/\.(py|sh|bash|ps1)$/i.test(path)) {
    return 'A script is no module of TypeScript; import it into the workspace as a script module';
  }
  return undefined;
}

/**
 * Loads what was found, one after the other. A name that is taken stays with who has it: built-in tools
 * first, then modules in their order. What fails is listed and stops nothing else. Source: seed 002,
 * whose sentences these are.
 */
export async function loadDiscovered(
  found: FoundModule[],
  builtIn: readonly string[],
  load: (path: string) => Promise<LoadedModule>,
): Promise<Discovered> {
  const taken = new Set(builtIn);
  const discovered: Discovered = { tools: [], errors: [] };
  for (const { path, place, level } of found) {
    const where = { path, place, level };
    const refused = refusal(path);
    const loaded = refused === undefined ? await load(path) : { tools: [], errors: [refused] };
    for (const error of loaded.errors) discovered.errors.push({ ...where, error });
    for (const { name, description } of loaded.tools) {
      if (taken.has(name)) {
        const error = `Tool name "${name}" conflicts with existing tool`;
        discovered.errors.push({ ...where, error });
        continue;
      }
      taken.add(name);
      discovered.tools.push({ name, description, ...where });
    }
  }
  return discovered;
}
