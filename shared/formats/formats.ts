import type { Format } from '../tool/format.ts';
import { agent } from './agent.ts';
import { customTool } from './custom-tool.ts';
import { functions } from './functions.ts';
import { scriptModule } from './script-module.ts';
import { threeLayer } from './three-layer.ts';

/** Every format that Lathe reads, by id. To add one, write a file and add a line here. */
export const formats: ReadonlyMap<string, Format> = new Map(
  [threeLayer, agent, scriptModule, customTool, functions].map((format) => [format.id, format]),
);
