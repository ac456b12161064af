import { readsOnly } from '../../tool/definition.ts';
import type { Writer } from '../../tool/format.ts';
import { codeText, importText } from './code-text.ts';
import { formatLoss, type Lackable } from './format-loss.ts';
import { moduleFolder, type ModuleTool } from './module-folder.ts';

/**
 * Fields that `Tool.define` lacks. It has a display name beside the id, and whether the tool is turned on.
 */
const lacks: readonly Lackable[] = [
  ...(['icon', 'category', 'kind', 'isReadOnly', 'isConcurrencySafe', 'strict'] as const),
  ...(['version', 'tags', 'examples', 'unlisted', 'outputSchema', 'hints'] as const),
];

/** Writes a folder for a program that has `Tool.define`. Source: seed 003. */
export const toolDefine: Writer = {
  id: 'tool-define',
  hasCode: true,
  label: 'Tool.define module',
  write(toolset) {
    const written = moduleFolder(toolset, { usesZod: true, lacks, code });
    const titled = toolset.tools.filter(({ returns }) => returns?.template !== undefined);
    const said = Object.keys(written.files).length === 0 ? [] : titled;
    const losses = said.map(({ definition }) =>
      formatLoss(definition.name, '/return/template', 'format-title-only'),
    );
    return { ...written, losses: [...written.losses, ...losses] };
  },
};

const code = (
  tools: ModuleTool[],
) => `// Put this folder into tools/builtin/, or mend the path that begins with "../../".
${importText('{ z }', 'zod')}
${importText('{ Tool }', '../../core/tool.js')}
${importText('{ openTools }', './lathe/lathe.mjs')}

const tools = openTools(new URL('./tools/', import.meta.url));

async function run(name: string, args: unknown, signal?: AbortSignal) {
  const result = await (await tools).call(name, args, signal);
  if (!result.success) throw new Error(result.llmContent);
  const [title = name] = result.displayContent.split('\\n');
  return { title, output: result.llmContent, metadata: result.metadata ?? {} };
}

${tools.map(one).join('\n')}`;

function one({ tool: { definition }, variable, zod }: ModuleTool): string {
  const { name, displayName = name, description, policies, enabled = true } = definition;
  const text = codeText(name);
  const autoExecute = readsOnly(definition) && (policies?.execution ?? 'auto') === 'auto';
  return `export const ${variable} = Tool.define(${text}, {
  name: ${codeText(displayName)},
  description: ${codeText(description)},
  category: 'custom',
  enabled: ${enabled},
  autoExecute: ${autoExecute},
  parameters: ${zod},
  execute: (args, ctx) => run(${text}, args, ctx.abortSignal),
});
`;
}
