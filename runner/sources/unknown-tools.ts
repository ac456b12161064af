import { languages } from '../../shared/languages/languages.ts';
import { JsonPositions } from '../../shared/schema/json/positions.ts';
import type { Problem } from '../../shared/tool/problem/problem.ts';
import type { Registry } from '../../shared/registry/registry.ts';
import type { RunnerUnit } from './unit.ts';

/**
 * Returns problems for the tools that a unit says it calls and that are not available here. The unit works without
 * them.
 */
export function unknownTools(
  { read, folder }: RunnerUnit,
  registry: Pick<Registry<RunnerUnit>, 'has'>,
): Problem[] {
  return (read?.toolset.tools ?? []).flatMap((tool) => {
    const { file } = tool.code;
    const unknown = (languages.get(tool.code.language)?.callsTools?.(tool) ?? []).filter(
      ({ name }) => !registry.has(name),
    );
    const text = folder.files[file];
    if (unknown.length === 0 || typeof text !== 'string') return [];
    const positions = new JsonPositions(text);
    return unknown.map(({ name, path }): Problem => ({
      ...{ severity: 'warning', code: 'agent-unknown-tool', values: { name }, file },
      message: `The tool "${name}" is not turned on here; the agent gets the others`,
      ...positions.of(path),
    }));
  });
}
