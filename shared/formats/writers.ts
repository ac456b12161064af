import { mcp } from '../schema/providers/mcp.ts';
import type { Format, Loss, Writer, Written } from '../tool/format.ts';
import type { Json, JsonObject } from '../tool/json.ts';
import type { AuthoredTool, Toolset } from '../tool/toolset.ts';
import { codeText, importText } from './write/code-text.ts';
import { customTool } from './custom-tool.ts';
import { formatLoss } from './write/format-loss.ts';
import { functions } from './functions.ts';
import { mcpServer } from './write/mcp-server.ts';
import { moduleFolder } from './write/module-folder.ts';
import type { ModuleTool } from './write/module-folder.ts';
import { scriptModule } from './script-module.ts';
import { writeScriptModule } from './write/script-module.ts';
import { threeLayer } from './three-layer.ts';
import { toolDefine } from './write/tool-define.ts';
import { writeCustomTool } from './write/custom-tool.ts';
import { writeThreeLayer } from './write/three-layer.ts';

/** A folder beside the tools of a program that has `createTool`. Source: seed 004. */
const createTool: Writer = {
  id: 'create-tool',
  label: 'createTool module',
  write: (toolset) => moduleFolder(toolset, { usesZod: true, lacks: ['icon'], code }),
};

const code = (
  tools: ModuleTool[],
) => `// Put this folder beside the file of createTool, or mend the two paths that begin with "../".
${importText('{ z }', 'zod')}
${importText('{ createTool }', '../createTool.js')}
${importText('type { ToolKind }', '../types.js')}
${importText('{ openTools }', './lathe/lathe.mjs')}

const tools = openTools(new URL('./tools/', import.meta.url));

${tools.map(one).join('\n')}`;

const writes = ({ id, label }: Format, write: Writer['write']): Writer => ({ id, label, write });

/** Every form that a tool can be taken along in, by id. A new one is a file and a line here. */
export const writers: ReadonlyMap<string, Writer> = new Map(
  [
    writes(threeLayer, writeThreeLayer),
    writes(scriptModule, (toolset) => writeScriptModule(toolset, scriptModule.id)),
    writes(customTool, writeCustomTool),
    createTool,
    toolDefine,
    mcpServer,
    writes(functions, writeFunctions),
  ].map((writer) => [writer.id, writer]),
);

function one({ tool: { definition }, variable, zod }: ModuleTool): string {
  const { name, description, kind = 'execute', category } = definition;
  const text = codeText(name);
  return `export const ${variable} = createTool({
  name: ${text},
  kind: ${codeText(kind)} as ToolKind,
  schema: ${zod},
  description: { short: ${codeText(description)} },${category === undefined ? '' : `\n  category: ${codeText(category)},`}
  execute: async (params, context) => (await tools).call(${text}, params, context?.signal),
});
`;
}

/**
 * One JSON file in the form of an MCP server's list, which takes a schema as it is. Beside what MCP
 * knows stand kind, category and policies, as Lathe reads them.
 */
function writeFunctions(toolset: Toolset): Written {
  const { name, rulePrompt } = toolset.group;
  const losses: Loss[] = [];
  const tools = toolset.tools.map((tool) => {
    const { kind, category, policies = toolset.group.policies } = tool.definition;
    const declared = mcp.declare(tool.definition);
    losses.push(...declared.losses, ...left(tool));
    if (rulePrompt !== undefined)
      losses.push(formatLoss(tool.definition.name, '/rulePrompt', 'format-no-group'));
    const own: [string, Json | undefined][] = [
      ['kind', kind],
      ['category', category],
      ['policies', policies],
    ];
    const known = own.filter((field): field is [string, Json] => field[1] !== undefined);
    return { ...declared.declaration, ...Object.fromEntries(known) } satisfies JsonObject;
  });
  if (tools.length === 0) return { files: {}, losses };
  const file = `${name.replace(/(?:\.json)?$/, '').replaceAll('/', '_') || 'tools'}.json`;
  return { files: { [file]: `${JSON.stringify({ tools }, null, 2)}\n` }, losses };
}

function left({ definition, code, returns, meta, extra }: AuthoredTool): Loss[] {
  const { name, icon, timeoutMs, unlisted } = definition;
  const rows: [string, unknown][] = [
    ['/return', returns],
    ['/meta', meta],
    ['/icon', icon],
    ['/timeout', timeoutMs],
    ['/unlisted', unlisted],
    ['/packages', code.packages],
    ...Object.keys(extra ?? {}).map((key): [string, unknown] => [
      `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      true,
    ]),
  ];
  return [
    ...(code.source === '' ? [] : [formatLoss(name, '/code', 'format-declares-only')]),
    ...rows
      .filter(([, value]) => value !== undefined)
      .map(([path]) => formatLoss(name, path, 'format-no-place')),
  ];
}
