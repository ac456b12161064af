import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionReason } from '../../../shared/protocol/module-session.ts';
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

  test('A2.28 one that breaks is logged, and the plain content shows', async () => {
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

describe('onSession', () => {
  const listening = tool(
    `return ${text('heard.join()')}`,
    `onSession(event, ctx) { heard.push(event.reason + ctx.sessionManager.getBranch().length); if (event.reason === 'tree') throw new Error('boom'); },`,
  );
  const files = { 'm.ts': `const heard = [];\n${listening}` };

  test('A2.30 A2.32 hears every event of the session; one that breaks is a warning', async () => {
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

  test('A2.31 a branch is the session from then on', async () => {
    const call = () => at.call(files, 't', {}, { folder: 'branch' });
    await call();
    await call();
    await at.host.fire('branch', { reason: 'branch' }, 1);
    expect((await call()).formatted).toBe('start0,branch1');
    expect(at.host.sessionOf('branch').entries).toHaveLength(2);
  });

  test('A2.32 shutdown is heard before a module sleeps', async () => {
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
