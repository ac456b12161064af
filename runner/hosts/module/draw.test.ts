import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionReason } from '../../../shared/protocol/modules/module-session.ts';
import { ground } from './fixtures/ground.ts';
import { text, tool } from './fixtures/tool.ts';

let at: Awaited<ReturnType<typeof ground>>;
beforeAll(async () => {
  at = await ground();
});
afterAll(() => at.host.close());

const body = `onUpdate({ content: [{ type: 'text', text: 'half' }] }); onUpdate({ content: [] });
  return { content: [{ type: 'text', text: 'whole' }], details: { n: 2 } }`;
const renderers = (result: string) => `
  renderCall: (args, theme) => new pi.pi.Text(theme.fg('accent', theme.bold('t ')) + JSON.stringify(args), 0, 0),
  renderResult(result, options, theme, args) { ${result} },`;

describe('renderers', () => {
  test('A2.27 A2.29 draw the call, each partial result with its frame, and the end both ways', async () => {
    at.updates.length = 0;
    const drawn = `return new pi.pi.Text([result.details?.n, options.expanded, options.isPartial, options.spinnerFrame, args.a].join('|'), 0, 0)`;
    const ending = await at.call({ 'm.ts': tool(body, renderers(drawn)) }, 't', { a: 1 });
    expect(at.updates.map(({ drawn: one }) => one)).toEqual([
      { call: 't {"a":1}', result: '|false|true|0|1' },
      { call: 't {"a":1}', result: '|false|true|1|1' },
    ]);
    expect(ending.facts?.drawn).toEqual({
      call: 't {"a":1}',
      result: '2|false|false||1',
      expanded: '2|true|false||1',
    });
    expect(ending).toMatchObject({ formatted: 'whole', value: 't {"a":1}\n2|false|false||1' });
  });

  test('A2.28 one that throws is logged, and the plain content is shown', async () => {
    const files = { 'm.ts': tool(body, renderers('null.x')) };
    const ending = await at.call(files, 't', {}, { folder: 'broken' });
    expect(ending).toMatchObject({ kind: 'finished', formatted: 'whole', value: 'whole' });
    expect(at.host.sessionOf('broken').log.at(-1)?.text).toMatch(
      /A renderer of "t" broke: TypeError/,
    );
  });

  test('boxes, containers, long lines and colours become plain text', async () => {
    const drawn = `const box = new pi.pi.Box(2, 1); box.addChild(new pi.pi.Text('\\u001b[31m' + 'x'.repeat(100) + '\\u001b[0m')); return box`;
    const ending = await at.call({ 'm.ts': tool(body, renderers(drawn)) }, 't');
    const { result } = ending.facts?.drawn as { result: string };
    expect(result).not.toContain('\u001b');
    expect(result.split('\n').every((line) => line.length <= 84)).toBe(true);
    expect(result.replaceAll(/\s/g, '')).toBe('x'.repeat(100));
  });
});

describe('renderers of newer hosts', () => {
  const call = async (more: string) => {
    const ending = await at.call({ 'm.ts': tool(body, more) }, 't', { a: 1 });
    return ending.facts?.drawn;
  };

  test.each([
    ['theme, context', 'theme, context', 'theme.bold(context.args.a + context.cwd)', '1/files'],
    ['options, theme', 'options, theme', 'theme.bold(options.isPartial)', 'false'],
    ['taken apart, theme', '{ isPartial }, theme', 'theme.bold(isPartial)', 'false'],
    ['_, theme', '_, theme', 'theme.bold("x")', 'x'],
    ['a theme of any name', 't', 't.fg("accent", "y")', 'y'],
  ])('renderCall takes args, then %s', async (_, names, drawn, expected) => {
    expect(await call(`renderCall: (args, ${names}) => [${drawn}],`)).toEqual({ call: expected });
  });

  test('renderResult gets a context if it names one', async () => {
    const drawn = await call(
      'renderResult: (result, options, theme, context) => [[context.args.a, context.isError].join()],',
    );
    expect(drawn).toEqual({ result: '1,false' });
  });

  test('symbols, truncated texts and key hints work, and an unknown one draws nothing', async () => {
    const source = `import { keyHint, logger, truncateToWidth, visibleWidth } from '@oh-my-pi/pi-tui';\n${tool(
      `logger.info('seen'); ${body}`,
      `renderCall: (args, theme) => [theme.tree.last, theme.styledSymbol('status.success', 'success'), theme.icon.nothing,
        theme.spinnerFrames.length, truncateToWidth('abcdef', 4), keyHint('k', 'to see'), visibleWidth('\u001b[1mab')],`,
    )}`;
    const ending = await at.call({ 'm.ts': source }, 't', {}, { folder: 'symbols' });
    const lines = ['└─', '✓', '', '10', 'abc…', 'to see', '2'];
    expect(ending.facts?.drawn).toEqual({ call: lines.join('\n') });
    expect(at.host.sessionOf('symbols').log).toEqual([{ level: 'info', text: 'seen' }]);
  });
});

describe('onSession', () => {
  const listening = tool(
    `return ${text('heard.join()')}`,
    `onSession(event, ctx) { heard.push(event.reason + ctx.sessionManager.getBranch().length); if (event.reason === 'tree') throw new Error('boom'); },`,
  );
  const files = { 'm.ts': `const heard = [];\n${listening}` };

  test('A2.30 A2.32 gets every event of the session; one that throws is a warning', async () => {
    await at.call(files, 't', {}, { folder: 'session' });
    const reasons = SessionReason.options.filter((reason) => reason !== 'start');
    for (const reason of reasons) await at.host.fire('session', { reason });
    const { formatted } = await at.call(files, 't', {}, { folder: 'session' });
    expect(formatted).toBe(['start0', ...reasons.map((reason) => `${reason}1`)].join());
    expect(at.host.sessionOf('session').log).toContainEqual({
      level: 'warn',
      text: 'onSession of "t" broke at "tree": Error: boom',
    });
  });

  test('A2.30 extensions get the same events by their own names', async () => {
    const source = `export default (pi) => { const heard = [];
      for (const name of ['session_start', 'session_switch', 'session_fork', 'session_tree', 'session_compact'])
        pi.on(name, (event, ctx) => { heard.push(event.type + ':' + (event.reason ?? '') + ctx.sessionManager.getBranch().length); });
      pi.registerTool({ name: 't', description: 'd', parameters: { type: 'object' }, execute: async () => ${text('heard.join()')} }); }`;
    const extension = () => at.call({ 'm.ts': source }, 't', {}, { folder: 'extension' });
    expect((await extension()).formatted).toBe('session_start:startup0');
    for (const reason of ['switch', 'branch', 'tree', 'auto_compaction_end'] as const) {
      await at.host.fire('extension', { reason }, 0);
    }
    expect((await extension()).formatted).toBe(
      [
        ...['session_start:startup0', 'session_switch:resume0', 'session_start:resume0'],
        ...['session_fork:branch0', 'session_start:fork0', 'session_tree:tree0'],
        'session_compact:auto_compaction_end0',
      ].join(),
    );
  });

  test("A2.31 early tools get the session's entries with the event", async () => {
    const early = `export default (pi) => { let n = 'none'; return { name: 't', description: 'd', parameters: { type: 'object' },
      async execute() { return { ...${text('n')}, details: { n: 5 } }; },
      onSession(event) { for (const entry of event.entries) n = entry.message.details.n; } }; }`;
    const call = () => at.call({ 'm.ts': early }, 't', {}, { folder: 'early' });
    expect((await call()).formatted).toBe('none');
    await at.host.fire('early', { reason: 'switch' });
    expect((await call()).formatted).toBe('5');
  });

  test('A2.31 a branch replaces the session', async () => {
    const call = () => at.call(files, 't', {}, { folder: 'branch' });
    await call();
    await call();
    await at.host.fire('branch', { reason: 'branch' }, 1);
    expect((await call()).formatted).toBe('start0,branch1');
    expect(at.host.sessionOf('branch').entries).toHaveLength(2);
  });

  test('A2.32 a module gets shutdown before it sleeps', async () => {
    await at.call(files, 't', {}, { folder: 'farewell' });
    const source = files['m.ts'].replace(
      'heard.push',
      "if (event.reason === 'shutdown') pi.logger.info('bye'); heard.push",
    );
    await at.call({ 'm.ts': source }, 't', {}, { folder: 'bye' });
    await at.host.sleep('bye');
    expect(at.host.sessionOf('bye').log.map(({ text: line }) => line)).toContain('bye');
  });
});
