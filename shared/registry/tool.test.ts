import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool, type ToolConfig } from './define/create-tool.ts';
import { definitionOf, executionContext, type Tool } from './tool.ts';

const made = (more: Partial<ToolConfig<unknown>> = {}): Tool =>
  createTool<unknown>({
    ...{ name: 'T', kind: 'write', schema: z.object({}), description: { short: 'S' } },
    execute: async () => ({ success: true, llmContent: '', displayContent: '' }),
    ...more,
  });
const plain = {
  ...{ name: 'T', description: 'S', kind: 'write' },
  parameters: { type: 'object', properties: {} },
};

describe('the definition of a tool', () => {
  test.each<[Partial<ToolConfig<unknown>>, object]>([
    [{}, {}],
    [{ displayName: 'Tool' }, { displayName: 'Tool' }],
    [
      { category: 'C', tags: ['t'] },
      { category: 'C', tags: ['t'] },
    ],
    [{ version: '1.1.0' }, { version: '1.1.0' }],
    [
      { strict: true, isConcurrencySafe: false },
      { strict: true, isConcurrencySafe: false },
    ],
    [{ isReadOnly: true }, { isReadOnly: true }],
    [{ kind: 'readonly' }, { kind: 'readonly' }],
    [
      { kind: 'readonly', isReadOnly: false },
      { kind: 'readonly', isReadOnly: false },
    ],
  ])('of %j has only what differs from the defaults', (config, said) => {
    expect(definitionOf(made(config))).toStrictEqual({ ...plain, ...said });
  });

  test('is the author’s definition if there is one', () => {
    const definition = { name: 'own', description: '', parameters: {} };
    expect(definitionOf({ ...made(), definition })).toBe(definition);
  });
});

test('a running tool gets the context of its call, and its events are reported', () => {
  const told: unknown[] = [];
  const [signal, other] = [new AbortController().signal, new AbortController().signal];
  const doing = {
    ...{ signal, exec: () => Promise.reject(new Error('no program')) },
    ...{ onStepStart: () => undefined, onStepComplete: () => undefined },
    tell: (progress: unknown) => void told.push(progress),
  };
  const options = { sessionId: 's', cwd: '/w', signal: other, raw: true, fillOnly: true };
  const { update, output, ...context } = executionContext(options, doing);
  const { onStepStart, onStepComplete } = doing;
  expect(context).toStrictEqual({ sessionId: 's', cwd: '/w', signal, onStepStart, onStepComplete });
  expect(context.signal).toBe(signal);
  update?.({ title: 'half' });
  output?.('stderr', 'text');
  expect(told).toEqual([
    { type: 'update', update: { title: 'half' } },
    { type: 'output', stream: 'stderr', text: 'text' },
  ]);
});
