import type { Writer } from '../../tool/format.ts';
import { codeText, importText } from './code-text.ts';
import { moduleFolder } from './module-folder.ts';
import type { ModuleTool } from './module-folder.ts';

/** A folder beside the tools of a program that has `createTool`. Source: seed 004. */
export const createTool: Writer = {
  id: 'create-tool',
  hasCode: true,
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
