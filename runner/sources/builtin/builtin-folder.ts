import type { ToolFolder, ToolSummary } from '../../../shared/protocol/tools.ts';
import { builtinId } from '../../../shared/protocol/builtin-id.ts';
import type { Tool } from '../../../shared/registry/tool.ts';
import type { Definition } from '../../../shared/tool/definition.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { sha256 } from '../../platform/sha256.ts';

/**
 * A built-in tool in the form in which the library lists folders and the page opens them: its
 * declaration as a file that can be read and not be saved, and its examples as samples to run.
 */
export function builtinFolder(
  tool: Tool,
  enabled: boolean,
): { summary: ToolSummary; folder: ToolFolder; definition: Definition } {
  const declared = tool.getFunctionDeclaration();
  const { name, kind, category } = tool;
  const id = builtinId.of(name);
  const definition: Definition = {
    ...declared,
    parameters: { ...declared.parameters },
    kind,
    ...(category === undefined ? {} : { category }),
  };
  const files: Folder = { [`${name}.json`]: `${JSON.stringify(declared, null, 2)}\n` };
  const samples = (tool.description.examples ?? []).map(({ description, params }) => ({
    name: description,
    tool: name,
    arguments: params,
  }));
  if (samples.length > 0) files['samples.json'] = `${JSON.stringify(samples, null, 2)}\n`;
  const etag = `"${sha256(JSON.stringify([files, tool.version]))}"`;
  const summary: ToolSummary = {
    id,
    format: 'builtin',
    group: category ?? 'builtin',
    category: category ?? 'builtin',
    enabled,
    etag,
    modifiedAt: 0,
    tools: [definition],
    problems: [],
  };
  return { summary, folder: { id, etag, files }, definition };
}
