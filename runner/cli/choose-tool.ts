import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import type { Source } from './open-source.ts';

export type Chosen = { ok: true; tool: AuthoredTool } | { ok: false; message: string };

/** The tool that is meant: the named one, or the only one. The message says why there is none. */
export function chooseTool({ read, name }: Source, wanted: string | undefined): Chosen {
  const { tools } = read.toolset;
  const names = tools.map((tool) => tool.definition.name);
  if (tools.length === 0) {
    const error = read.problems.find(({ severity }) => severity === 'error');
    const where = error
      ? `${error.file}:${error.line}:${error.column}: ${error.message}`
      : 'it declares none';
    return { ok: false, message: `"${name}" cannot be loaded: ${where}` };
  }
  if (wanted === undefined) {
    const [tool, second] = tools.filter(({ definition }) => definition.unlisted !== true);
    if (tool && !second) return { ok: true, tool };
    return {
      ok: false,
      message: `"${name}" has several tools; choose one with --tool: ${names.join(', ')}`,
    };
  }
  const tool = tools.find(({ definition }) => definition.name === wanted);
  if (tool) return { ok: true, tool };
  return { ok: false, message: `"${name}" has no tool "${wanted}", only ${names.join(', ')}` };
}
