import { writeJson } from '../../tool/exact-number.ts';
import { languages } from '../../languages/languages.ts';
import type { Folder } from '../../tool/folder.ts';
import type { Loss, Written } from '../../tool/format.ts';
import type { Json, JsonObject } from '../../tool/json.ts';
import type { AuthoredTool, Toolset } from '../../tool/toolset.ts';
import { formatLoss, hostOnly } from './format-loss.ts';
import type { FormatLossCode } from './format-loss.ts';

const json = (value: Json) => `${writeJson(value, 2)}\n`;

/**
 * Writes one tool as the files of one folder, and several as a folder each, named after the tool. Formats the
 * files newly; edits go through `edit-definition.ts` instead.
 */
export function writeThreeLayer(toolset: Toolset): Written {
  const files: Folder = {};
  const losses: Loss[] = [];
  for (const tool of toolset.tools) {
    const why = unfit(tool);
    if (why !== undefined) {
      losses.push(formatLoss(tool.definition.name, '/code', why));
      continue;
    }
    const folder = toolset.tools.length === 1 ? '' : `${tool.definition.name}/`;
    for (const [path, text] of layers(tool, toolset)) files[`${folder}${path}`] = text;
    if (toolset.group.rulePrompt !== undefined)
      losses.push(formatLoss(tool.definition.name, '/rulePrompt', 'format-no-group'));
  }
  return { files, losses };
}

function layers(tool: AuthoredTool, toolset: Toolset): [string, string][] {
  const { definition, code } = tool;
  const { name, timeoutMs, outputSchema, policies = toolset.group.policies, ...rest } = definition;
  const fields: { [key: string]: Json | undefined } = {
    id: name,
    ...rest,
    timeout: timeoutMs === undefined ? undefined : timeoutMs / 1000,
    policies,
    returns: outputSchema,
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

/**
 * Returns why code does not fit: a function is no program, and the braces of its file would be placeholders.
 */
function unfit({ code }: AuthoredTool): FormatLossCode | undefined {
  const language = languages.get(code.language);
  if (language === undefined) return 'format-no-code';
  if (language.moduleFormat !== undefined) return hostOnly(language);
  return code.entry === undefined ? undefined : 'format-no-functions';
}
