import { describe, expect, test } from 'vitest';
import * as zod3 from 'zod/v3';
import { z } from 'zod';
import { createTool, type ToolConfig } from './create-tool.ts';

const answer = (text: unknown) => ({
  success: true,
  llmContent: JSON.stringify(text),
  displayContent: 'ok',
});
const config = <Params>(schema: ToolConfig<Params>['schema'], more: object = {}) => ({
  name: 'Edit',
  kind: 'write' as const,
  schema,
  description: { short: 'Edits', usageNotes: ['carefully'] },
  execute: async (params: Params) => answer(params),
  ...more,
});

const schemas = {
  'zod 4': z.object({
    file: z.object({ path: z.string().min(1) }),
    count: z.number().int(),
    replace_all: z.boolean().default(false),
    timeout: z.number().default(120000),
  }),
  'zod 3': zod3.z.object({
    file: zod3.z.object({ path: zod3.z.string().min(1) }),
    count: zod3.z.number().int(),
    replace_all: zod3.z.boolean().default(false),
    timeout: zod3.z.number().default(120000),
  }),
};

describe.each(Object.entries(schemas))('A4.8 a schema of %s', (_, schema) => {
  const made = (more = {}) => createTool<unknown>(config<unknown>(schema, more));
  const defaults = {
    ...{ displayName: 'Edit', version: '1.0.0', tags: [], problems: [] },
    ...{ isReadOnly: false, isConcurrencySafe: true, strict: false },
  };
  const own = {
    ...{ displayName: 'Change', version: '2.1.0', tags: ['io'], category: 'Files' },
    ...{ isReadOnly: true, isConcurrencySafe: false, strict: true },
  };

  test.each([
    [{}, {}],
    [own, own],
    [{ displayName: '' }, {}],
    [{ kind: 'readonly' }, { isReadOnly: true }],
    [{ kind: 'readonly', isReadOnly: false }, {}],
    [{ kind: 'execute' }, {}],
  ])('A4.9 has the values of %j, else the defaults of the seed', (said, has) => {
    expect(made(said)).toMatchObject({ ...defaults, ...has });
  });

  test('A4.10 declares type, properties and required only', () => {
    const { name, description, parameters } = made().getFunctionDeclaration();
    expect({ name, description }).toEqual({
      name: 'Edit',
      description: 'Edits\n\nUsage notes:\n- carefully',
    });
    expect(Object.keys(parameters).sort()).toEqual(['properties', 'required', 'type']);
    expect(parameters.required).toEqual(['file', 'count']);
    expect(parameters.properties).toMatchObject({
      file: { type: 'object', properties: { path: { type: 'string', minLength: 1 } } },
      count: { type: 'integer' },
      replace_all: { type: 'boolean', default: false },
    });
  });

  test('A4.11 builds a call without running it', () => {
    const params = { file: { path: 'a' } };
    expect(made().build(params)).toEqual({ toolName: 'Edit', params });
  });

  test('A4.12 T13 names every issue with its path', async () => {
    const result = await made().execute({ file: { path: 3 }, count: 'x' });
    const message = result.error?.message ?? '';
    expect(message).toMatch(/^file\.path: [^;]+; count: [^;]+$/);
    expect(result).toMatchObject({
      success: false,
      llmContent: `Parameter validation failed: ${message}`,
      displayContent: `❌ 参数验证失败: ${message}`,
      error: { type: 'validation_error' },
    });
    expect(result.error?.details).toMatchObject([{ path: ['file', 'path'] }, { path: ['count'] }]);
  });

  test('A4.14 fills in the defaults', async () => {
    const result = await made().execute({ file: { path: 'a' }, count: 1 });
    expect(JSON.parse(result.llmContent)).toEqual({
      file: { path: 'a' },
      count: 1,
      replace_all: false,
      timeout: 120000,
    });
  });
});

describe('errors', () => {
  test.each([
    [new Error('disk full'), 'disk full'],
    ['a string', '未知错误'],
    [undefined, '未知错误'],
  ])('A4.13 a tool that throws %s', async (cause, message) => {
    const execute = async () => {
      throw cause;
    };
    const tool = createTool(config(z.object({}), { execute }));
    const result = {
      success: false,
      llmContent: `Tool execution failed: ${message}`,
      displayContent: `❌ 执行失败: ${message}`,
      error: { type: 'execution_error', message },
    };
    expect(await tool.execute({})).toEqual(result);
    const { signal } = new AbortController();
    const plan = await tool.plan?.({}, { signal });
    if (plan?.kind !== 'ready') throw new Error('it was not planned');
    const exec = () => Promise.reject(new Error('no program is asked for'));
    expect(await plan.perform({ signal, tell: () => undefined, exec })).toEqual({ result });
  });

  test.each([
    [z.object({}).refine(() => false, 'All of it'), {}, 'All of it', []],
    [
      z.object({ n: z.bigint().min(5n) }),
      { n: 3n },
      'n: Too small: expected bigint to be >=5',
      ['n'],
    ],
  ])('A4.12 reports issues in JSON: %#', async (schema, args, message, path) => {
    const { error } = await createTool<unknown>(config<unknown>(schema)).execute(args);
    expect(error?.message).toBe(message);
    expect(error?.details).toMatchObject([{ path }]);
  });

  test.each([
    ['a string', z.string()],
    ['a list', z.array(z.string())],
    ['a string of zod 3', zod3.z.string()],
  ])('A4.10 a schema that is %s has no parameters and a problem', (_, schema) => {
    const tool = createTool<unknown>(config<unknown>(schema));
    expect(tool.getFunctionDeclaration().parameters).toStrictEqual({
      ...{ type: 'object', properties: {} },
    });
    expect(tool.problems).toEqual([
      'The root of the schema is not an object, so a model cannot name arguments',
      'The schema of "Edit" is not an object: a model is told that it takes no parameters',
    ]);
  });

  test('A4.10 omits "required" if nothing is required', () => {
    const tool = createTool(config(z.object({ a: z.string().optional() })));
    expect(tool.getFunctionDeclaration().parameters).toStrictEqual({
      ...{ type: 'object', properties: { a: { type: 'string' } } },
    });
  });

  test('A4.10 a type that JSON cannot hold is a problem', () => {
    const tool = createTool(config(z.object({ a: z.bigint() })));
    expect(tool.problems).toEqual(['JSON has no bigint, which "a" asks for']);
  });
});

test('A4.7 keeps permission rules', () => {
  const extractSignatureContent = () => 'a/b';
  const abstractPermissionRule = () => 'Edit:a/*';
  const more = { extractSignatureContent, abstractPermissionRule };
  expect(createTool(config(z.object({}), more))).toMatchObject(more);
});
