import { describe as suite, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from './create-tool.ts';
import type { ExecutionContext } from '../tool.ts';

suite('what a tool is made of', () => {
  const seen: ExecutionContext[] = [];
  const say = () =>
    createTool({
      name: 'Say',
      kind: 'readonly',
      schema: z.object({ text: z.string() }),
      description: {
        short: 'Says a text',
        long: 'Says it once',
        usageNotes: ['Keep it short'],
        examples: [{ description: 'A greeting', params: { text: 'hi' } }],
        important: ['Never shout'],
      },
      execute: async ({ text }, context) => {
        if (context) seen.push(context);
        return { success: true, llmContent: text, displayContent: text };
      },
    });

  test('A4.2 a description has parts, and its examples are arguments that run', async () => {
    const tool = say();
    const { examples = [] } = tool.description;
    for (const example of examples) {
      expect(await tool.execute(example.params as { text: string }, {})).toMatchObject({
        success: true,
        llmContent: 'hi',
      });
    }
    expect(examples).toHaveLength(1);
  });

  test('A4.6 context, declaration and invocation have the fields of the guide', async () => {
    const tool = say();
    const signal = new AbortController().signal;
    await tool.execute({ text: 'x' }, { sessionId: 's', signal, cwd: '/a' });
    expect(seen.at(-1)).toMatchObject({ sessionId: 's', signal, cwd: '/a' });
    const declaration = tool.getFunctionDeclaration();
    expect(Object.keys(declaration).sort()).toEqual(['description', 'name', 'parameters']);
    expect(declaration.parameters).toEqual({
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
    });
    expect(tool.build({ text: 'x' })).toMatchObject({ toolName: 'Say', params: { text: 'x' } });
  });
});
