import type { Format } from '../tool/format.ts';
import { createTool } from './create-tool.ts';
import { customTool } from './custom-tool.ts';
import { functions } from './functions.ts';
import { mcpServer } from './mcp-server.ts';
import { scriptModule } from './script-module.ts';
import { threeLayer } from './three-layer.ts';
import { toolDefine } from './tool-define.ts';

/** Every format, by id. A new one is a file and a line here. */
export const formats: ReadonlyMap<string, Format> = new Map(
  [threeLayer, scriptModule, customTool, createTool, toolDefine, mcpServer, functions].map(
    (format) => [format.id, format],
  ),
);
