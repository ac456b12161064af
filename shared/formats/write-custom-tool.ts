import type { Written } from '../tool/format.ts';
import type { Toolset } from '../tool/toolset.ts';
import { codeText } from './code-text.ts';
import { importText } from './import-text.ts';
import { moduleFolder, type ModuleTool } from './module-folder.ts';

/** Tools of other languages as a module whose factory gives them. Source: seed 002. */
export const writeCustomTool = (toolset: Toolset): Written =>
  moduleFolder(toolset, { usesZod: false, lacks: ['icon', 'category'], code });

const code = (tools: ModuleTool[]) => `${importText('{ openTools }', './lathe/lathe.mjs')}

const tools = openTools(new URL('./tools/', import.meta.url));

/** Programs give the signal at different places. */
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
