import type { Format, Writer } from '../tool/format.ts';
import { agent } from './agent.ts';
import { customTool } from './custom-tool.ts';
import { functions } from './functions.ts';
import { scriptModule } from './script-module.ts';
import { threeLayer } from './three-layer.ts';
import { writeAgent } from './write/agent.ts';
import { createTool } from './write/create-tool.ts';
import { writeCustomTool } from './write/custom-tool.ts';
import { writeFunctions } from './write/functions.ts';
import { mcpServer } from './write/mcp-server.ts';
import { writeScriptModule } from './write/script-module.ts';
import { writeThreeLayer } from './write/three-layer.ts';
import { toolDefine } from './write/tool-define.ts';

const writes = ({ id, label }: Format, write: Writer['write']): Writer => ({ id, label, write });

/** Every format that Lathe writes, by id. To add one, write a file and add a line here. */
export const writers: ReadonlyMap<string, Writer> = new Map(
  [
    writes(threeLayer, writeThreeLayer),
    writes(scriptModule, (toolset) => writeScriptModule(toolset, scriptModule.id)),
    writes(customTool, writeCustomTool),
    writes(agent, writeAgent),
    createTool,
    toolDefine,
    mcpServer,
    writes(functions, writeFunctions),
  ].map((writer) => [writer.id, writer]),
);
