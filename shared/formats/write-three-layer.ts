import type { Folder } from '../tool/folder.ts';
import type { Loss } from '../tool/format.ts';
import type { Json, JsonObject } from '../tool/json.ts';
import type { AuthoredTool, Toolset } from '../tool/toolset.ts';

const json = (value: Json) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * One tool becomes the files of one folder; several become a folder each, named after the tool.
 * Formatting is new: an edit goes through `edit-definition.ts` instead.
 */
export function writeThreeLayer(toolset: Toolset): { files: Folder; losses: Loss[] } {
  const files: Folder = {};
  const losses: Loss[] = [];
  for (const tool of toolset.tools) {
    const folder = toolset.tools.length === 1 ? '' : `${tool.definition.name}/`;
    for (const [path, text] of layers(tool, toolset)) files[`${folder}${path}`] = text;
    losses.push(...lost(tool, toolset));
  }
  return { files, losses };
}

function layers(tool: AuthoredTool, toolset: Toolset): [string, string][] {
  const { definition, code } = tool;
  const { name, timeoutMs, policies = toolset.group.policies, ...rest } = definition;
  const fields: { [key: string]: Json | undefined } = {
    id: name,
    ...rest,
    timeout: timeoutMs === undefined ? undefined : timeoutMs / 1000,
    policies,
    template: code.template === 'raw' ? 'raw' : undefined,
    packages: code.packages,
    ...tool.extra,
  };
  const written = Object.entries(fields).filter(
    (field): field is [string, Json] => field[1] !== undefined,
  );
  const extension = code.file.slice(code.file.lastIndexOf('.'));
  const files: [string, string][] = [
    ['definition.json', json(Object.fromEntries(written))],
    [`execution${extension}`, code.source],
  ];
  if (tool.returns) files.push(['return.json', json(tool.returns as JsonObject)]);
  if (tool.meta) files.push(['meta.json', json(tool.meta)]);
  return files;
}

function lost(tool: AuthoredTool, toolset: Toolset): Loss[] {
  const dropped = (path: string, reason: string): Loss => ({
    tool: tool.definition.name,
    path,
    keyword: path.slice(1),
    action: 'dropped',
    reason,
  });
  const losses: Loss[] = [];
  if (toolset.group.rulePrompt !== undefined) {
    losses.push(
      dropped('/rulePrompt', 'A three-layer tool belongs to no group with a rule prompt'),
    );
  }
  if (tool.code.entry !== undefined) {
    losses.push(
      dropped('/entry', 'A three-layer tool runs its file from the top; call the function there'),
    );
  }
  return losses;
}
