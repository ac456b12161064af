import { agentFile } from '../../tool/agent.ts';
import { readJson, writeJson } from '../../tool/exact-number.ts';
import type { Folder } from '../../tool/folder.ts';
import type { Loss, Written } from '../../tool/format.ts';
import { JsonObject } from '../../tool/json.ts';
import type { Toolset } from '../../tool/toolset.ts';
import { agent } from '../agent.ts';
import { formatLoss } from './format-loss.ts';

/** Writes agents: one as the files of a folder, several as a folder each. Other tools are losses. */
export function writeAgent(toolset: Toolset): Written {
  const files: Folder = {};
  const losses: Loss[] = [];
  for (const { definition, code, extra } of toolset.tools) {
    if (code.language !== agent.id) {
      losses.push(formatLoss(definition.name, '/code', 'format-agents-only'));
      continue;
    }
    const folder = toolset.tools.length === 1 ? '' : `${definition.name}/`;
    files[`${folder}${agentFile}`] =
      extra === undefined
        ? code.source
        : `${writeJson({ ...JsonObject.parse(readJson(code.source)), ...extra }, 2)}\n`;
  }
  return { files, losses };
}
