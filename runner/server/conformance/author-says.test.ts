import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Reason } from '../../../shared/tool/problem/reason.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import type { ServerEvent } from '../fixtures/start-runner.ts';

/** A tool of `createTool`; `more` are further fields of its configuration. */
const made = (name: string, kind: string, more = '', body = `say('did ' + params.what)`) => `
const say = (text) => ({ success: true, llmContent: text, displayContent: text });
export const ${name} = createTool({
  name: '${name}', kind: ToolKind.${kind}, schema: z.object({ what: z.string().default('it') }),
  description: { short: 'Does it' }, ${more}
  async execute(params, context) { return ${body}; },
});`;
const module = (...tools: string[]) =>
  `import { z } from 'zod';
import { createTool, ToolKind, Tool } from 'lathe';
${tools.map((tool, at) => (at === 0 ? tool : tool.replace(/^const say.*$/m, ''))).join('\n')}`;

const messagesOf = (approval: Record<string, unknown>) =>
  (approval.reasons as Reason[]).map(({ message }) => message);

/** A tool of `Tool.define`. */
const defined = (id: string, more: string) => `
export const ${id} = Tool.define('${id}', {
  name: '${id}', description: 'Does it', category: 'custom', parameters: z.object({}), ${more}
  async execute() { return { title: 't', output: 'did it', metadata: {} }; },
});`;

onBothEngines('What an author says of a tool', (runner) => {
  const put = (id: string, source: string) => {
    mkdirSync(join(runner().workspace, 'tools', id), { recursive: true });
    writeFileSync(join(runner().workspace, 'tools', id, 'index.ts'), source);
  };
  const listed = async (id: string) =>
    (await (await runner().fetch(`/api/tools?ids=${id}`)).json()).tools[0];
  const declared = async (query = '') =>
    (await (await runner().fetch(`/api/declarations${query}`)).json()).declarations;
  const called = (list: { function: { name: string } }[], name: string) =>
    list.find((one) => one.function.name === name)?.function as Record<string, unknown> | undefined;
  const end = (events: ServerEvent[]) => events.at(-1)?.data;
  const run = async (tool: string, args: object = {}) =>
    end(await runner().run({ tool, arguments: args }));
  /** What the page is asked for on the way, and how it ended; every question is answered with "allow". */
  const asked = async (tool: string, args: object = {}, scope = 'once') => {
    const covers = scope === 'once' ? 'exact' : 'rule';
    const approvals: Record<string, unknown>[] = [];
    const events = await runner().run(
      { tool, arguments: args },
      'page',
      async ({ event, data }) => {
        if (event !== 'approval') return;
        approvals.push(data.approval);
        const path = `/api/runs/${data.approval.runId}/decision`;
        const body = { id: data.approval.id, answer: 'allow', scope, covers };
        await runner().fetch(path, { as: 'page', method: 'POST', body });
      },
    );
    return { ...end(events), approvals };
  };

  test('F8 every field of createTool is in the list', async () => {
    const more = `displayName: 'Paint', version: '2.1.0', category: 'art', tags: ['red'], strict: true,
      isConcurrencySafe: false, extractSignatureContent: (p) => p.what,`;
    const long = `description: { short: 'Paints', long: 'A wall.', usageNotes: ['Slow'], important: ['Wet'],
      examples: [{ description: 'Paint a door', params: { what: 'door' } }] },`;
    put(
      'paints',
      module(made('paint', 'Write', more).replace(`description: { short: 'Does it' },`, long)),
    );
    const entry = await listed('paints');
    expect(entry.problems).toEqual([]);
    expect(entry.tools).toMatchObject([
      {
        ...{ name: 'paint', displayName: 'Paint', kind: 'write', version: '2.1.0' },
        ...{ category: 'art', tags: ['red'], strict: true, isConcurrencySafe: false },
        description: 'Paints\nA wall.\n\nUsage notes:\n- Slow\n\nIMPORTANT:\n- Wet',
        examples: [{ description: 'Paint a door', params: { what: 'door' } }],
        policies: { execution: 'ask-once' },
      },
    ]);
  });

  test.each([
    ['readonly', 'ReadOnly', '', false],
    ['write', 'Write', '', true],
    ['execute', 'Execute', '', true],
    ['execute that changes nothing', 'Execute', 'isReadOnly: true,', false],
    ['readonly that changes something', 'ReadOnly', 'isReadOnly: false,', true],
  ])(
    'a tool of kind %s is asked for, or not, and so it is in plan mode',
    async (_, kind, more, asks) => {
      put('kinds', module(made('kind', kind, more)));
      const { approvals, result } = await asked('kind');
      expect(approvals.map(messagesOf)).toEqual(asks ? [[`The tool's policy is "ask-once"`]] : []);
      expect(result.llmContent).toBe('did it');
      expect((await run('kind')).ending.kind).toBe(asks ? 'denied' : 'finished');
      expect(called(await declared('?mode=plan'), 'kind') === undefined).toBe(asks);
      const plan = { tool: 'kind', arguments: {}, context: { mode: 'plan' } };
      const planned = end(await runner().run(plan, 'page'));
      expect(planned.ending.kind).toBe(asks ? 'denied' : 'finished');
    },
  );

  test.each([
    ['autoExecute: true', 'autoExecute: true,', 0],
    ['autoExecute: false', 'autoExecute: false,', 1],
    ['nothing', '', 1],
  ])('a tool of Tool.define that says %s asks so often', async (_, more, count) => {
    put('autos', module(defined('auto', more)));
    const { approvals, result } = await asked('auto');
    expect(approvals).toHaveLength(count);
    expect(result).toMatchObject({ success: true, llmContent: 'did it' });
  });

  test('enabled: false is offered to nobody, says why, and is on once a person says so', async () => {
    const on = defined('stays_on', 'autoExecute: true,');
    put('offs', module(defined('stays_off', 'enabled: false, autoExecute: true,'), on));
    const entry = await listed('offs');
    expect(entry).toMatchObject({
      enabled: true,
      tools: [{ name: 'stays_off', enabled: false }, { name: 'stays_on' }],
      problems: [{ severity: 'info', code: 'tool-off', values: { name: 'stays_off' } }],
    });
    const names = async () => ['stays_off', 'stays_on'].map((name) => Boolean(called(list, name)));
    let list = await declared();
    expect(await names()).toEqual([false, true]);
    const call = () =>
      runner().fetch('/api/runs', { method: 'POST', body: { tool: 'stays_off', arguments: {} } });
    expect((await call()).status).toBe(403);
    const stored = await (await runner().fetch('/api/settings', { as: 'page' })).json();
    const settings = { ...stored.settings, tools: { stays_off: { enabled: true } } };
    const body = { settings, revision: stored.revision };
    const put204 = await runner().fetch('/api/settings', { as: 'page', method: 'PUT', body });
    expect(put204.ok).toBe(true);
    list = await declared();
    expect(await names()).toEqual([true, true]);
    expect((await call()).status).toBe(200);
  });

  test('definition.json says what createTool says, and it counts the same', async () => {
    const layered = (id: string, more: object) => {
      const definition = {
        ...{ id, description: 'Does it', ...more },
        parameters: { type: 'object', properties: { what: { type: 'string' } } },
      };
      mkdirSync(join(runner().workspace, 'tools', id), { recursive: true });
      writeFileSync(
        join(runner().workspace, 'tools', id, 'definition.json'),
        JSON.stringify(definition),
      );
      writeFileSync(join(runner().workspace, 'tools', id, 'execution.py'), 'print("did it")');
    };
    const examples = [{ description: 'Once', params: { what: 'x' } }];
    layered('layer_off', { enabled: false });
    layered('layer_asks', { autoExecute: false, strict: true, version: '1.2', examples });
    layered('layer_auto', { autoExecute: true, kind: 'execute', isReadOnly: true });
    layered('layer_typo', { autoExecute: true, policies: { execution: 'ask-allways' } });
    layered('layer_odd', { enabled: 'no', version: 2 });
    expect(await listed('layer_off')).toMatchObject({
      tools: [{ name: 'layer_off', enabled: false }],
      offByAuthor: ['layer_off'],
    });
    expect((await listed('layer_asks')).tools).toMatchObject([
      { strict: true, version: '1.2', examples, policies: { execution: 'ask-once' } },
    ]);
    // What it cannot mean is pointed out.
    const { problems } = await listed('layer_odd');
    expect(
      problems
        .filter(({ code }: { code: string }) => code === 'ignored-field')
        .map(({ values }: { values: { field: string } }) => values.field),
    ).toEqual(['enabled', 'version']);
    const list = await declared();
    expect(called(list, 'layer_off')).toBeUndefined();
    expect(called(list, 'layer_asks')).toHaveProperty('strict', true);
    const plan = await declared('?mode=plan');
    expect(called(plan, 'layer_auto')).toBeDefined();
    expect(called(plan, 'layer_asks')).toBeUndefined();
    expect((await asked('layer_asks')).approvals).toHaveLength(1);
    expect((await asked('layer_auto')).approvals).toEqual([]);
    expect((await asked('layer_typo')).approvals).toHaveLength(1);
  });

  test('strict is declared where its author says so, unless the caller says otherwise', async () => {
    put('stricts', module(made('tight', 'ReadOnly', 'strict: true,'), made('loose', 'ReadOnly')));
    const own = await declared();
    expect(called(own, 'tight')).toMatchObject({
      strict: true,
      parameters: { additionalProperties: false, required: ['what'] },
    });
    expect(called(own, 'loose')).not.toHaveProperty('strict');
    expect(called(await declared('?strict=false'), 'tight')).not.toHaveProperty('strict');
    expect(called(await declared('?strict=true'), 'loose')).toHaveProperty('strict', true);
  });

  test('the parameters of an example can be run', async () => {
    const more = `description: { short: 'Does it', examples: [{ description: 'Once', params: { what: 'x' } }] },`;
    put(
      'shows',
      module(made('shown', 'ReadOnly').replace(`description: { short: 'Does it' },`, more)),
    );
    const [tool] = (await listed('shows')).tools;
    const { result } = await run('shown', tool.examples[0].params);
    expect(result.llmContent).toBe('did x');
  });

  test('calls of tools that may not overlap never do, in different modules too', async () => {
    const body = `(async () => {
      const begin = Date.now();
      await new Promise((done) => setTimeout(done, 200));
      return say(JSON.stringify([begin, Date.now()]));
    })()`;
    for (const name of ['one', 'two'])
      put(`alone_${name}`, module(made(name, 'ReadOnly', 'isConcurrencySafe: false,', body)));
    await Promise.all([listed('alone_one'), listed('alone_two')]);
    const runs = await Promise.all([run('one'), run('two')]);
    const [first, second] = runs
      .map(({ result }) => JSON.parse(result.llmContent) as [number, number])
      .sort(([a], [b]) => a - b);
    expect(second?.[0]).toBeGreaterThanOrEqual(first?.[1] ?? Infinity);
  });

  test('the tool words the question: its signature is shown, and its rule covers further calls', async () => {
    const more = `extractSignatureContent: (p) => 'touch ' + p.what, abstractPermissionRule: (p) => 'ruled:' + p.what[0],`;
    put('ruled', module(made('ruled', 'Write', more)));
    await listed('ruled');
    const first = await asked('ruled', { what: 'apple' }, 'session');
    expect(first.approvals).toMatchObject([{ signature: 'touch apple', rule: 'ruled:a' }]);
    expect((await asked('ruled', { what: 'avocado' })).approvals).toEqual([]);
    expect((await asked('ruled', { what: 'banana' })).approvals).toHaveLength(1);
  });

  test.each(['validation_error', 'permission_error', 'timeout_error', 'unknown_error'])(
    'a failure of type %s arrives with its details',
    async (type) => {
      const body = `({ success: false, llmContent: 'no', displayContent: 'No.',
        error: { type: '${type}', message: 'not today', details: { day: [1, 2] } } })`;
      put('fails', module(made('fails', 'ReadOnly', '', body)));
      expect((await run('fails')).result).toMatchObject({
        success: false,
        llmContent: 'no',
        displayContent: 'No.',
        error: { type, message: 'not today', details: { day: [1, 2] } },
      });
    },
  );

  const lazy = (id: string, init: string) => `
export const ${id} = Tool.define('${id}', { name: '${id}', category: 'custom', autoExecute: true }, async (context) => {
  ${init}
});`;
  const answers = `return { description: JSON.stringify(context), parameters: z.object({}),
    async execute() { return { title: 't', output: 'ran', metadata: {} }; } };`;

  test('an init is told of the session, the directory, the skills and the agents', async () => {
    const skill = join(runner().workspace, 'skills', 'sewing');
    mkdirSync(skill, { recursive: true });
    writeFileSync(join(skill, 'SKILL.md'), '---\ndescription: Sews\n---\nSew.');
    put('lazies', module(lazy('lazy_one', answers)));
    const [tool] = (await listed('lazies')).tools;
    expect(JSON.parse(tool.description)).toEqual({
      skills: [{ name: 'sewing', description: 'Sews' }],
      agents: [],
      workingDirectory: join(runner().workspace, 'files'),
      workspace: join(runner().workspace, 'files'),
      sessionId: 'lazies',
    });
  });

  test('an init that fails costs its own tool alone, and says so', async () => {
    put('halves', module(lazy('good', answers), lazy('bad', `throw new Error('no thread');`)));
    expect(await listed('halves')).toMatchObject({
      // It stays in the list: its next call tries again.
      tools: [{ name: 'bad' }, { name: 'good' }],
      problems: [
        {
          severity: 'warning',
          code: 'module-tool-unready',
          message: 'Tool "bad" could not be initialized: no thread',
          values: { name: 'bad', reason: 'no thread' },
        },
      ],
    });
    expect((await run('good')).result.llmContent).toBe('ran');
  });

  test('the hints of an MCP server and the tiers of a custom tool count the same', async () => {
    put(
      'hints',
      `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 's', version: '1' });
const work = async () => ({ content: [{ type: 'text', text: 'ran' }] });
server.registerTool('reads', { annotations: { readOnlyHint: true, title: 'Reader' } }, work);
server.registerTool('writes', { annotations: { readOnlyHint: false } }, work);
server.registerTool('destroys', { annotations: { destructiveHint: true } }, work);
server.registerTool('silent', {}, work);`,
    );
    put(
      'tiers',
      `const one = (name, more) => ({ name, description: 'd', parameters: { type: 'object', properties: {} },
  async execute() { return { content: [{ type: 'text', text: 'ran' }] }; }, ...more });
export default () => [one('tier_read', { approval: 'read' }), one('tier_write', { approval: 'write', strict: true }),
  one('tier_exec', { approval: 'exec' }), one('tier_none', {})];`,
    );
    const facts = async (id: string) =>
      (await listed(id)).tools.map(
        ({
          name,
          kind,
          policies,
        }: {
          name: string;
          kind?: string;
          policies: { execution: string };
        }) => [name, kind, policies.execution],
      );
    expect(await facts('hints')).toEqual([
      ['reads', 'readonly', 'auto'],
      ['writes', 'write', 'ask-once'],
      ['destroys', 'write', 'ask-once'],
      ['silent', undefined, 'auto'],
    ]);
    expect((await listed('hints')).tools[0].displayName).toBe('Reader');
    expect(await facts('tiers')).toEqual([
      ['tier_read', 'readonly', 'auto'],
      ['tier_write', 'write', 'ask-once'],
      ['tier_exec', 'execute', 'ask-once'],
      ['tier_none', undefined, 'auto'],
    ]);
    expect(called(await declared(), 'tier_write')).toHaveProperty('strict', true);
  });
});
