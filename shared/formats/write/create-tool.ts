import type { Definition } from '../../tool/definition.ts';
import type { Writer } from '../../tool/format.ts';
import { codeText, importText } from './code-text.ts';
import { moduleFolder } from './module-folder.ts';
import type { ModuleTool } from './module-folder.ts';

/** Writes a folder for a program that has `createTool`. Source: seed 004. */
export const createTool: Writer = {
  id: 'create-tool',
  hasCode: true,
  label: 'createTool module',
  write: (toolset) =>
    moduleFolder(toolset, {
      usesZod: true,
      lacks: ['icon', 'enabled', 'unlisted', 'outputSchema', 'hints'],
      code,
    }),
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
  const { name, description, displayName = name, kind = 'execute', examples = [] } = definition;
  const text = codeText(name);
  const about = { short: description, ...(examples.length === 0 ? {} : { examples }) };
  return `export const ${variable} = createTool({
  name: ${text},
  displayName: ${codeText(displayName)},
  kind: ${codeText(kind)} as ToolKind,
  schema: ${zod},
  description: ${codeText(about, '  ')},${said(definition)}
  execute: async (params, context) => (await tools).call(${text}, params, context?.signal),
});
`;
}

const fields = [
  'version',
  'category',
  'tags',
  'isReadOnly',
  'isConcurrencySafe',
  'strict',
] as const;

/** Omits absent fields, for which createTool has defaults. */
const said = (definition: Definition): string =>
  fields
    .flatMap((field) => {
      const value = definition[field];
      return value === undefined ? [] : [`\n  ${field}: ${codeText(value, '  ')},`];
    })
    .join('');
