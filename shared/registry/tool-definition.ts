import type { Loss } from '../tool/format.ts';
import { flattenParameters, type ToolParameter } from '../schema/flatten-parameters.ts';
import { toJsonSchema } from '../schema/to-json-schema.ts';
import type { AnyToolInfo, ToolBody, ToolCategory } from './tool-info.ts';

/** A tool as older hosts list it. Source: seed 003, ToolDefinition; its category lacks `mcp` there. */
export interface ToolDefinition {
  id: string;
  name: string;
  description: string;
  parameters: ToolParameter[];
  enabled: boolean;
  autoExecute: boolean;
  category: ToolCategory;
  icon?: string;
  source?: 'builtin' | 'mcp';
  serverId?: string;
  serverName?: string;
}

/** What the flat list cannot say is told as losses. */
export function toolDefinition(
  info: AnyToolInfo,
  body: Pick<ToolBody, 'description' | 'parameters'>,
  server?: { id: string; name: string },
): { definition: ToolDefinition; losses: Loss[] } {
  const { id, name, category, enabled, autoExecute, icon } = info;
  const { parameters, losses } = flattenParameters(id, toJsonSchema(body.parameters).schema);
  const definition = {
    ...{ id, name, description: body.description, parameters, enabled, autoExecute, category },
    ...(icon === undefined ? {} : { icon }),
    ...(category === 'custom' ? {} : { source: category }),
    ...(server ? { serverId: server.id, serverName: server.name } : {}),
  };
  return { definition, losses };
}
