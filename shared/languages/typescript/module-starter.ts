/** The initial code of a module: a factory, a schema that is both type and check, and a partial result. */
export const moduleStarter = `import type { CustomToolFactory } from 'lathe';

const factory: CustomToolFactory = (pi) => ({
  name: 'count_words',
  label: 'Count words',
  description: 'Counts the words of a text',
  parameters: pi.typebox.Type.Object({
    text: pi.typebox.Type.String({ description: 'Any text' }),
  }),
  async execute(toolCallId, params, onUpdate, ctx, signal) {
    onUpdate?.({ content: [{ type: 'text', text: 'Counting…' }] });
    const words = params.text.split(/\\s+/).filter(Boolean);
    return {
      content: [{ type: 'text', text: \`\${words.length} words\` }],
      details: { count: words.length },
    };
  },
});

export default factory;
`;
