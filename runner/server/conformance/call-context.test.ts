import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Step } from '../../../shared/tool/run/step.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { As, ServerEvent } from '../fixtures/start-runner.ts';

/** Each answers with what it is told of its call, in the words of its own host. */
const modules = {
  factory: `export default (pi) => ({
    name: 'factory', label: 'Factory', description: 'd', parameters: { type: 'object' },
    async execute(toolCallId, params, onUpdate, ctx) {
      const ran = await pi.exec('pwd', []);
      const facts = [ctx.sessionId, ctx.sessionManager.getSessionId(), ctx.messageId, toolCallId, ctx.cwd, pi.cwd, ran.stdout.trim()];
      return { content: [{ type: 'text', text: facts.join(' ') }] };
    } });`,
  defined: `import { Tool } from 'lathe'; import { z } from 'zod';
    export const tool = Tool.define('defined', { name: 'Defined', category: 'custom', autoExecute: true },
      async () => ({ description: 'd', parameters: z.object({}), async execute(args, ctx) {
        ctx.onStepStart?.({ id: 'call', type: 'read', title: 'Looks', status: 'running' });
        ctx.onStepComplete?.({ id: 'call', type: 'read', title: 'Looks', status: 'completed', result: 'seen' });
        const { sessionId, messageId, toolCallId, workingDirectory, abortSignal } = ctx;
        return { title: 't', output: [sessionId, messageId, toolCallId, workingDirectory, abortSignal.aborted].join(' '), metadata: {} };
      } }));`,
  created: `import { createTool } from 'lathe'; import { z } from 'zod';
    export const tool = createTool({ name: 'created', kind: 'readonly', schema: z.object({}), description: { short: 'd' },
      async execute(params, ctx) {
        ctx.onStepStart('no step');
        const text = [ctx.sessionId, ctx.messageId, ctx.callId, ctx.cwd].join(' ');
        return { success: true, llmContent: text, displayContent: text };
      } });`,
};

onBothEngines('The context of a call', (runner) => {
  let files: string;
  let outside: string;
  const last = (events: ServerEvent[]) => events.at(-1)?.data;
  const allow = async ({ event, data }: ServerEvent, covers?: 'exact') => {
    if (event !== 'approval') return;
    const body = { id: data.approval.id, answer: 'allow', scope: 'session', covers };
    const path = `/api/runs/${data.approval.runId}/decision`;
    await runner().fetch(path, { as: 'page', method: 'POST', body });
  };
  const run = async (body: object, as: As = 'admin') =>
    last(await runner().run({ arguments: {}, ...body }, as, (event) => allow(event)));
  const said = { sessionId: 'session-1', messageId: 'message-1', callId: 'call-1' };

  beforeAll(() => {
    files = join(realpathSync(runner().workspace), 'files');
    outside = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-outside-')));
    mkdirSync(join(files, 'sub'), { recursive: true });
    writeFileSync(join(files, 'sub/here.txt'), 'here\n');
    symlinkSync(outside, join(files, 'leads_out'));
  });
  afterAll(() => rmSync(outside, { recursive: true, force: true }));

  test.each([
    ['factory', (cwd: string) => `session-1 session-1 message-1 call-1 ${cwd} ${cwd} ${cwd}`],
    ['defined', (cwd: string) => `session-1 message-1 call-1 ${cwd} false`],
    ['created', (cwd: string) => `session-1 message-1 call-1 ${cwd}`],
  ] as const)(
    'A3.5 A3.15 A4.47 session, message, call and directory reach %s',
    async (name, text) => {
      const folder = { 'index.ts': modules[name] };
      const cwd = join(files, 'sub');
      const asked = { folder, toolId: name, tool: name };
      const { result } = await run({ ...asked, context: { ...said, cwd } });
      expect(result.llmContent).toBe(text(cwd));
      // What one caller said is nothing that the next one's call hears of.
      const plain = (await run(asked)).result.llmContent;
      expect(plain).not.toMatch(/session-1|message-1|call-1|\/sub/);
      expect(plain).toContain(files);
    },
  );

  test('A3.15 A4.47 they reach a script: it starts in the directory and finds the rest', async () => {
    const script = 'pwd; cat here.txt; echo "$LATHE_SESSION_ID $LATHE_MESSAGE_ID"';
    const folder = shellFolder(script);
    const cwd = join(files, 'sub');
    const { ending } = await run({ folder, context: { ...said, cwd } }, 'page');
    expect(ending).toMatchObject({ stdout: `${cwd}\nhere\nsession-1 message-1\n` });
    const without = await run({ folder: shellFolder('pwd; echo "[$LATHE_SESSION_ID]"') }, 'page');
    expect(without.ending.stdout).toBe(`${files}\n[]\n`);
  });

  test('A3.15 relative paths of a built-in tool begin in the directory', async () => {
    const asked = { tool: 'Read', arguments: { file_path: 'here.txt' } };
    const there = await run({ ...asked, context: { cwd: join(files, 'sub') } });
    expect(there.result.llmContent).toBe('     1|here');
    expect((await run(asked)).result.success).toBe(false);
    const bash = { tool: 'Bash', arguments: { command: 'pwd' } };
    const { result } = await run({ ...bash, context: { cwd: join(files, 'sub') } });
    expect(result.llmContent).toBe(join(files, 'sub'));
  });

  test.each([
    ['outside of the workspace', () => outside, /is outside the workspace/],
    ['behind a link that leads out', () => join(files, 'leads_out'), /is outside the workspace/],
    ['nowhere', () => join(files, 'nowhere'), /does not exist/],
    ['a file', () => join(files, 'sub/here.txt'), /does not exist/],
  ])(
    'A3.31 a script that is to start %s is refused, and nobody is asked',
    async (_, cwd, reason) => {
      const body = { folder: shellFolder('touch x'), arguments: {}, context: { cwd: cwd() } };
      const events = await runner().run(body, 'page', allow);
      expect(events.map(({ event }) => event)).toEqual(['started', 'ended']);
      expect(last(events)).toMatchObject({
        ending: { kind: 'denied' },
        result: { success: false, error: { type: 'permission_error' } },
      });
      expect(last(events).result.llmContent).toMatch(reason);
    },
  );

  test('A3.31 a yes for a script holds for the directory that it was given in', async () => {
    const asked: string[] = [];
    const folder = shellFolder('touch "made$LATHE_MESSAGE_ID"');
    const call = (context: object) =>
      runner().run({ folder, toolId: 'toucher', arguments: {}, context }, 'page', async (event) => {
        if (event.event === 'approval') asked.push(event.data.approval.text);
        await allow(event);
      });
    const cwd = join(files, 'sub');
    await call({ cwd, messageId: 'a', sessionId: 'one' });
    await call({ cwd, messageId: 'a', sessionId: 'two' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(`# Works in ${JSON.stringify(cwd)}`);
    expect(asked[0]).toContain('# $LATHE_MESSAGE_ID = "a"');
    expect(asked[0]).not.toContain('LATHE_SESSION_ID');
    await call({ cwd: files, messageId: 'a' });
    await call({ cwd, messageId: 'b' });
    expect(asked).toHaveLength(3);
  });

  test('A3.31 a yes for a command of Bash holds for the directory that it was given in', async () => {
    const asked: string[] = [];
    const call = (cwd: string) => {
      const args = { command: 'touch by-bash' };
      const body = { toolId: 'builtin:Bash', arguments: args, context: { cwd } };
      return runner().run(body, 'page', async (event) => {
        if (event.event === 'approval') asked.push(event.data.approval.text);
        await allow(event, 'exact');
      });
    };
    const cwd = join(files, 'sub');
    await call(cwd);
    await call(cwd);
    expect(asked).toEqual([`touch by-bash\n\n# Works in ${JSON.stringify(cwd)}`]);
    await call(files);
    await call(files);
    expect(asked.slice(1)).toEqual(['touch by-bash']);
  });

  test.each([
    ['Bash', { toolId: 'builtin:Bash', arguments: { command: 'rmdir none' } }],
    ['a script', { toolId: 'remover', folder: shellFolder('rmdir none'), arguments: {} }],
  ])(
    'A3.28 a yes for the first words of a command of %s holds for that directory',
    async (_, body) => {
      const asked: (string | undefined)[] = [];
      const call = (context: object) =>
        runner().run({ ...body, context }, 'page', async (event) => {
          if (event.event !== 'approval') return;
          const { rule, covers, folder } = event.data.approval;
          expect({ rule, covers }).toEqual({ rule: 'rmdir *', covers: 'rule' });
          asked.push(folder);
          await allow(event);
        });
      const sub = join(files, 'sub');
      await call({ cwd: sub });
      await call({ cwd: sub });
      expect(asked).toEqual([sub]);
      await call({});
      await call({ cwd: files });
      expect(asked).toEqual([sub, files]);
      const { kept } = await (await runner().fetch('/api/decisions', { as: 'page' })).json();
      const ruled = kept.filter(({ rule }: { rule?: string }) => rule === 'rmdir *');
      expect(ruled.slice(0, 2).map(({ folder }: { folder?: string }) => folder)).toEqual([
        files,
        sub,
      ]);
    },
  );

  test('A3.37 steps have the turn, the call, what came of it, and those that a tool takes itself', async () => {
    const context = { ...said, turnIndex: 3 };
    const body = { folder: { 'index.ts': modules.defined }, toolId: 'defined', arguments: {} };
    const events = await runner().run({ ...body, context, steps: true });
    const told = events.filter(({ event }) => event === 'step').map(({ data }) => data);
    expect(told.map(({ phase, step }) => [phase, step.id])).toEqual([
      ['start', 'call'],
      ['start', 'tool-call'],
      ['complete', 'tool-call'],
      ['complete', 'call'],
    ]);
    const path = `/api/runs/${events[0]?.data.runId}/steps`;
    const { steps }: { steps: Step[] } = await (await runner().fetch(path)).json();
    const common = { turnIndex: 3, toolCallId: 'call-1', status: 'completed' };
    expect(steps.find(({ id }) => id === 'call')).toMatchObject({
      ...{ ...common, type: 'tool_call', title: 'defined' },
      ...{ result: expect.stringContaining('session-1 message-1'), summary: 't' },
    });
    expect(steps.find(({ id }) => id === 'tool-call')).toMatchObject({
      ...{ ...common, type: 'read', title: 'Looks', result: 'seen' },
    });
    const silent = await runner().run({ ...body, context });
    expect(silent.map(({ event }) => event)).not.toContain('step');
    const failed = await runner().run({
      tool: 'Read',
      arguments: { file_path: 'no' },
      steps: true,
    });
    expect(failed.filter(({ event }) => event === 'step').at(-1)?.data.step).toMatchObject({
      ...{ type: 'read', status: 'failed', error: expect.stringContaining('not found') },
    });
  });

  test.each([
    [{ cwd: 'relative' }, 'cwd'],
    [{ mode: 'other' }, 'mode'],
    [{ turnIndex: -1 }, 'turnIndex'],
    [{ sessionId: 'x'.repeat(201) }, 'sessionId'],
  ])('A4.6 a context like %j is refused with its place', async (context, field) => {
    const body = { tool: 'Read', arguments: { file_path: 'x' }, context };
    const answer = await runner().fetch('/api/runs', { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.path).toBe(`context.${field}`);
  });
});
