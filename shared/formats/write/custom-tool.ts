import { readJson } from '../../tool/exact-number.ts';
import { languages } from '../../languages/languages.ts';
import type { Written } from '../../tool/format.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { AuthoredTool, Toolset } from '../../tool/toolset.ts';
import { codeText, importText } from './code-text.ts';
import { customTool } from '../custom-tool.ts';
import { moduleFolder, type ModuleTool } from './module-folder.ts';
import { folderHash } from '../script-module/content-hash.ts';
import { cacheText, defined } from '../script-module/module-data.ts';
import { mainModule } from '../script-module/module-files.ts';
import { writeScriptModule } from './script-module.ts';

const isModule = ({ code }: AuthoredTool): boolean =>
  languages.get(code.language)?.moduleFormat === customTool.id;

/**
 * Writes a custom tool. A module stays as it is; tools of other languages become a module whose factory
 * returns them. Source: seed 002.
 */
export const writeCustomTool = (toolset: Toolset): Written =>
  toolset.tools.some(isModule) ? copiedModule(toolset) : others(toolset);

const others = (toolset: Toolset): Written =>
  moduleFolder(toolset, {
    usesZod: false,
    lacks: ['icon', 'category', 'outputSchema', 'hints'],
    code,
  });

const code = (tools: ModuleTool[]) => `${importText('{ openTools }', './lathe/lathe.mjs')}

const tools = openTools(new URL('./tools/', import.meta.url));

/** Programs pass the signal at different positions. */
const signalIn = (rest: unknown[]) =>
  rest.find((one): one is AbortSignal => one instanceof AbortSignal);

async function run(name: string, params: unknown, signal?: AbortSignal) {
  const result = await (await tools).call(name, params, signal);
  if (!result.success) throw new Error(result.llmContent);
  const { displayContent, metadata } = result;
  return {
    content: [{ type: 'text' as const, text: result.llmContent }],
    details: { displayContent, ...metadata },
  };
}

export default () => [
${tools.map(one).join('\n')}
];
`;

function one({ tool: { definition }, parameters }: ModuleTool): string {
  const text = codeText(definition.name);
  return `  {
    name: ${text},
    label: ${text},
    description: ${codeText(definition.description)},
    parameters: ${codeText(parameters, '    ')},
    execute: (_id: string, params: unknown, ...rest: unknown[]) =>
      run(${text}, params, signalIn(rest)),
  },`;
}

/** Writes the module and its files unchanged. Its cache gets the format and the hash of the folder. */
function copiedModule(toolset: Toolset): Written {
  const { files, losses } = writeScriptModule(toolset, customTool.id);
  for (const { code } of toolset.tools) Object.assign(files, code.folder?.files);
  const module = mainModule(toolset.group.name, files);
  const cache = module && files[module.cache];
  if (!module || typeof cache !== 'string') return { files, losses };
  const data: JsonObject = {
    ...(readJson(cache) as JsonObject),
    dialect: toolset.format,
    ...defined({ folderHash: folderHash(module, files) }),
  };
  return { files: { ...files, [module.cache]: cacheText(data) }, losses };
}
