import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ToolAgentSettings, type ToolSettings } from '../../../shared/protocol/settings.ts';
import type { RegistryLog } from '../../../shared/protocol/tools.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

/** A tool that is made when it is first wanted; its description bears the module's own number. */
const lazy = (name: string, says: string) => `import { Tool } from 'lathe';
import { z } from 'zod';
const born = crypto.randomUUID();
export default Tool.define('${name}', { name: '${name}', category: 'custom', autoExecute: true }, async (ctx) => {
  const names = ${says};
  return {
    description: [...names, born].join(' '),
    parameters: z.object({ one: names.length > 0 ? z.enum(names) : z.string() }),
    async execute({ one }) { return { title: one, output: 'chose ' + one, metadata: {} }; },
  };
});\n`;

onBothEngines('A tool that depends on what there is around it', (runner) => {
  const write = (path: string, text: string) => {
    const file = join(runner().workspace, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  };
  const remove = (path: string) =>
    rmSync(join(runner().workspace, path), { recursive: true, force: true });
  const skill = (name: string) =>
    write(`skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: About ${name}\n---\nDo.\n`);
  const get = async (path: string) => (await runner().fetch(path)).json();
  const declared = async (name: string) => {
    const { declarations } = await get('/api/declarations?provider=anthropic');
    const found = declarations.find((one: { name: string }) => one.name === name);
    return { ...found, choice: found?.input_schema.properties.one.enum };
  };
  const events = async (after = 0): Promise<RegistryLog['events']> =>
    (await get(`/api/registry/events?after=${after}`)).events;
  const etag = async () => (await runner().fetch('/api/tools')).headers.get('etag');
  const change = async (make: (settings: ToolSettings) => object) => {
    const { settings, revision } = await (
      await runner().fetch('/api/settings', { as: 'page' })
    ).json();
    const body = { settings: { ...settings, ...make(settings) }, revision };
    const answer = await runner().fetch('/api/settings', { as: 'page', method: 'PUT', body });
    expect(answer.status).toBe(200);
  };
  const called = async (tool: string, one: string) =>
    (await runner().run({ tool, arguments: { one } })).at(-1)?.data.result;

  describe.each([
    ['in a folder of the workspace', 'tools', 'skilled', 'alone'],
    ['found elsewhere', 'elsewhere', 'far_skilled', 'far_alone'],
  ])('%s', (_, folder, skilled, alone) => {
    test('A3.3 A3.4 A4.38 is declared anew when skills come, change and go, and others are not', async () => {
      write(
        `${folder}/${skilled}/index.ts`,
        lazy(skilled, '(ctx.skills ?? []).map((s) => s.name)'),
      );
      write(`${folder}/${alone}/index.ts`, lazy(alone, `['a', 'b']`));
      if (folder !== 'tools')
        await change(({ modules }) => {
          const paths = [skilled, alone].map((id) => `${runner().workspace}/${folder}/${id}`);
          return { modules: { ...modules, paths } };
        });
      await expect.poll(() => declared(alone), { timeout: 30_000 }).toHaveProperty('name');
      await expect.poll(() => declared(skilled), { timeout: 30_000 }).toHaveProperty('name');
      const other = await declared(alone);
      const bare = await declared(skilled);
      expect(bare.choice).toBeUndefined();
      const before = await etag();
      const seq = (await events()).at(-1)?.seq ?? 0;

      skill('knots');
      expect((await declared(skilled)).choice).toEqual(['knots']);
      expect(await etag()).not.toBe(before);
      const told = (await events(seq)).filter(({ tool }) => [skilled, alone].includes(tool));
      expect(told).toMatchObject([{ type: 'toolChanged', tool: skilled }]);
      expect((await called(skilled, 'knots')).llmContent).toBe('chose knots');
      expect((await called(skilled, 'sails')).error.type).toBe('validation_error');

      skill('sails');
      expect((await declared(skilled)).choice).toEqual(['knots', 'sails']);
      expect((await called(skilled, 'sails')).llmContent).toBe('chose sails');
      remove('skills/knots');
      remove('skills/sails');
      expect((await declared(skilled)).choice).toBeUndefined();
      expect(await declared(alone)).toEqual(other);
    });
  });

  test('A3.4 A4.38 a page that asks for nothing is told when a skill was added', async () => {
    write('tools/watching/index.ts', lazy('watching', '(ctx.skills ?? []).map((s) => s.name)'));
    await expect.poll(() => declared('watching'), { timeout: 30_000 }).toHaveProperty('name');
    const heard: string[] = [];
    const leave = new AbortController();
    const listening = (async () => {
      const sent = { as: 'page', signal: leave.signal } as const;
      for await (const { event, data } of runner().events('/api/changes', sent)) {
        if (event !== 'registry') continue;
        const { events: all }: RegistryLog = data;
        heard.push(...all.map(({ type, tool }) => `${type} ${tool}`));
        if (heard.includes('toolChanged watching')) return;
      }
    })();
    // The stream has to stand before the skill does.
    await expect
      .poll(async () => {
        write('tools/wakes/agent.json', '{}');
        await declared('wakes');
        remove('tools/wakes');
        await declared('wakes');
        return heard.length;
      })
      .toBeGreaterThan(0);
    skill('reefs');
    await listening;
    remove('skills/reefs');
  });

  test('A3.4 is declared anew when agents come and go, as far as a model is told of them', async () => {
    await change(() => ({
      agent: { ...ToolAgentSettings.parse({}), model: 'any', providerId: 'openai' },
    }));
    write('tools/crew/index.ts', lazy('crew', '(ctx.agents ?? []).map((a) => a.name)'));
    await expect.poll(() => declared('crew'), { timeout: 30_000 }).toHaveProperty('name');
    const before = (await declared('crew')).choice;
    expect(before).toContain('delegate');
    write('tools/sailor/agent.json', JSON.stringify({ description: 'Sails' }));
    expect([...(await declared('crew')).choice].sort()).toEqual([...before, 'sailor'].sort());
    remove('tools/sailor');
    expect((await declared('crew')).choice).toEqual(before);
  });
});
