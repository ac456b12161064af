import { because } from '../fixtures/decide.ts';
import { describe, expect, test } from 'vitest';
import { ToolSettings } from '../../protocol/settings.ts';
import type { Definition } from '../../tool/definition.ts';
import { unrun, type Ending } from '../../tool/run/ending.ts';
import { ExactNumber } from '../../tool/exact-number.ts';
import type { Services } from '../../tool/run/host.ts';
import type { Job } from '../../tool/run/job.ts';
import type { Language, PrepareOptions } from '../../tool/language.ts';
import { planCall, type Engine } from './authored-plan.ts';
import type { Judgement } from '../approval/judgement.ts';
import type { PlanOptions } from '../tool.ts';

const reason = { code: 'x', message: 'it writes' };
const ask = { code: 'y', message: 'nobody judged it' };
const jobs = {
  script: { host: 'h', script: 'echo', environment: {}, text: 'echo', guest: { own: 1 } },
  template: { host: 'h', task: 'template', source: 'print({a})', arguments: {} },
  call: { host: 'h', task: 'call', source: 'def f(): ...', entry: 'f', arguments: { a: [1] } },
  nameless: { host: 'h', task: 'call', source: 'def f(): ...', arguments: {} },
  module: { host: 'h', task: 'call', folder: 'f', source: '', text: 'f()', arguments: {} },
};
const finished = unrun({ kind: 'finished', exitCode: 0 });
const { signal } = new AbortController();

/**
 * Plans a call of a tool whose language makes one kind of job. Returns the calls of the language and the
 * host, too.
 */
async function planned(
  given: {
    job?: keyof typeof jobs;
    language?: Partial<Language>;
    engine?: Partial<Engine>;
    options?: Partial<PlanOptions>;
    definition?: Partial<Definition>;
    layers?: string[];
    ending?: Ending;
    args?: unknown;
  } = {},
) {
  const { job: kind = 'script', ending = finished, layers = ['bubblewrap'] } = given;
  const prepared: PrepareOptions[] = [];
  const performed: Job[] = [];
  const served: (Services | undefined)[] = [];
  const language = {
    ...{ id: 'lang', host: 'h' },
    prepare(_tool: unknown, _args: unknown, options: PrepareOptions) {
      prepared.push(options);
      return jobs[kind] as unknown as Job;
    },
    ...given.language,
  } as Language;
  const host = {
    ...{ id: 'h', missing: async () => undefined, layers: async () => layers },
    async perform(job: Job, _tell: unknown, _signal: unknown, services?: Services) {
      performed.push(job);
      served.push(services);
      return ending;
    },
    close: async () => undefined,
  };
  const definition = { name: 'T', description: '', parameters: { type: 'object' } };
  const plan = await planCall(
    {
      tool: {
        definition: { ...definition, ...given.definition },
        code: { language: 'lang', file: 'f', source: '' },
      },
      languages: new Map([['lang', language]]),
      hosts: new Map([['h', host]]),
      limits: { defaultTimeoutMs: 1, maxTimeoutMs: 10, outputBytes: 5 },
      ...given.engine,
    },
    given.args ?? {},
    { signal, ...given.options },
  );
  return { plan, prepared, performed, served };
}

const doing = { signal, tell: () => undefined, exec: () => Promise.reject(new Error('no')) };
/** Performs a ready plan. Returns what its host got. */
async function performed(given: Parameters<typeof planned>[0], more: object = {}) {
  const { plan, ...seen } = await planned(given);
  if (plan.kind !== 'ready') throw new Error('it was not ready');
  const done = await plan.perform({ ...doing, ...more });
  return { plan, done, ...seen };
}
/** Returns the ending of a call that was not made. */
async function ended(given: Parameters<typeof planned>[0]) {
  const { plan, performed: done } = await planned(given);
  if (plan.kind !== 'ended') throw new Error('it was ready');
  return { ending: plan.ending, done, result: plan.result };
}

const judgement = (decision: Judgement['decision'], more: Partial<Judgement> = {}): Judgement => ({
  ...{ decision, reasons: decision === 'allow' ? [] : [reason] },
  segments: [{ text: 'mkdir a', decision, rule: 'unknown', reason }],
  ...more,
});
const judges = (found: Judgement) => ({ judge: async () => found });
const trusting = ToolSettings.parse({ bash: { dangerousCommandWhitelist: ['mkdir'] } }).bash;

describe('the working directory of a shell script', () => {
  const placed = ToolSettings.parse({ bash: { defaultWorkingDirectory: '/usual' } }).bash;
  const places: string[] = [];
  const place = async (cwd: string) => {
    places.push(cwd);
    return cwd === '/no' ? { reason: because('not there') } : { directory: `/real${cwd}` };
  };
  test.each<[Partial<Language>, string | undefined, Partial<Engine>, string | undefined, number]>([
    [{ shell: true }, '/w', { place }, '/real/w', 1],
    [{ shell: true }, '/w', {}, '/w', 0],
    [{ shell: true }, undefined, { place }, undefined, 0],
    [{}, '/no', { place }, '/no', 0],
    [{ shell: true }, undefined, { place, bash: placed }, '/real/usual', 1],
    [{ shell: true }, '/w', { place, bash: placed }, '/real/w', 1],
    [{}, undefined, { place, bash: placed }, undefined, 0],
  ])('%j in %s', async (language, cwd, engine, found, asked) => {
    places.length = 0;
    const options = cwd === undefined ? { sessionId: 's' } : { cwd, sessionId: 's' };
    const { prepared } = await planned({ language, engine, options });
    expect(prepared[0]?.context).toStrictEqual({
      ...{ sessionId: 's', ...(found === undefined ? {} : { cwd: found }) },
    });
    expect(places.length).toBe(asked);
  });

  test('refuses a directory that the caller may not choose', async () => {
    const given = { language: { shell: true as const }, options: { cwd: '/no' } };
    const { ending } = await ended({ ...given, engine: { place } });
    expect(ending).toMatchObject({
      ...{ kind: 'denied', reason: 'not there', because: [because('not there')] },
    });
  });
});

describe('a call that ends before it runs', () => {
  const fault = { class: 'ValidationError', message: 'no', issues: [] };
  const number = new ExactNumber('1e400');
  test.each<[string, NonNullable<Parameters<typeof planned>[0]>, object]>([
    [
      'no arguments',
      { args: 'x' },
      { kind: 'failed', exitCode: 2, fault: { message: 'The arguments must be an object' } },
    ],
    [
      'a number that the language cannot hold',
      { args: { n: number }, language: { refuseNumber: () => 'too large' } },
      { kind: 'failed', exitCode: 2, fault: { class: 'ValidationError' } },
    ],
    [
      'a check elsewhere that says no',
      { engine: { check: async () => ({ fault }) } },
      { kind: 'failed', exitCode: 2, fault },
    ],
    [
      'a check that takes too long',
      { engine: { check: async () => ({ late: 7 }) } },
      { kind: 'timed-out', afterMs: 7, during: 'checking' },
    ],
    [
      'a judge that takes too long',
      { language: { ask }, engine: { judge: async () => ({ late: 8 }) } },
      { kind: 'timed-out', afterMs: 8, during: 'judging' },
    ],
    [
      'a language that refuses it',
      { language: { refuse: () => 'odd' } },
      {
        kind: 'failed',
        exitCode: 2,
        fault: { class: 'DefinitionError', message: 'odd', issues: [] },
      },
    ],
  ])('%s', async (_, given, ending) => {
    const seen = await ended(given);
    expect(seen.ending).toMatchObject(ending);
    expect(seen.result.success).toBe(false);
    expect(seen.done).toEqual([]);
  });
});

describe('the text of a program', () => {
  const filled: Ending = { ...finished, filled: { text: 'print(1)', spans: [] } };
  const broken = unrun({ kind: 'crashed', reason: 'broke' });
  test.each<[keyof typeof jobs, Ending, object]>([
    ['script', finished, { text: 'echo' }],
    ['template', filled, { text: 'print(1)' }],
    ['template', broken, { ending: broken }],
    ['call', finished, { text: 'def f(): ...\n\n# Call: f(**{\n#   "a": [\n#     1\n#   ]\n# })' }],
    ['nameless', finished, { text: 'def f(): ...\n\n# Call: (**{})' }],
  ])('of a %s', async (job, ending, text) => {
    const { plan } = await planned({ job, ending });
    expect(plan.kind === 'ready' && (await plan.text?.())).toEqual(text);
  });

  test('is filled by its host if it is not final', async () => {
    const options = { fillOnly: true, raw: true };
    const shown = await planned({ job: 'template', ending: filled, options });
    expect(shown.plan).toMatchObject({ kind: 'ended', ending: filled });
    expect(shown.prepared).toMatchObject([{ fillOnly: true, raw: true, outputBytes: 5 }]);
    expect(shown.performed).toEqual([jobs.template]);
    const final = await planned({ ending: filled, options });
    expect(final.plan).toMatchObject({ ending: { filled: { text: 'echo', spans: [] } } });
    expect(final.performed).toEqual([]);
  });
});

describe('the permission of a module', () => {
  const value = { signature: 's', rule: 'r' };
  test.each<[keyof typeof jobs, boolean, Ending, unknown, number]>([
    ['module', true, { ...finished, value }, value, 1],
    ['module', true, { ...finished, value: 3 }, undefined, 1],
    ['module', false, { ...finished, value }, undefined, 0],
    ['call', true, { ...finished, value }, undefined, 0],
  ])('%s, %s', async (job, hasPermissionRule, ending, permission, asked) => {
    const { plan, performed: done } = await planned({
      job,
      ending,
      definition: { hasPermissionRule },
    });
    expect(plan).toMatchObject({ kind: 'ready' });
    expect(plan.kind === 'ready' && plan.permission).toEqual(permission);
    const job_ = { ...jobs[job], task: 'permission' };
    expect(done).toEqual(Array.from({ length: asked }, () => job_));
  });
});

describe('the judgement of a call, and the folders that it may write', () => {
  const none: Judgement['segments'] = [];
  const plain = { reasons: [], segments: none, sealed: false };
  const own = { own: 1 };
  const writes = ['a'];
  test.each<[string, NonNullable<Parameters<typeof planned>[0]>, object, object]>([
    ['its language asks for nothing', {}, { ...plain, decision: 'allow' }, own],
    [
      'its language is sealed',
      { language: { sealed: true } },
      { ...plain, decision: 'allow', sealed: true },
      own,
    ],
    ['nobody judges', { language: { ask } }, { ...plain, decision: 'ask', reasons: [ask] }, own],
    [
      'it reads, in a box',
      { language: { ask, shell: true }, engine: judges(judgement('allow')) },
      { ...judgement('allow'), shell: 'lang', sealed: false },
      { ...own, readOnly: true },
    ],
    [
      'it reads, without a box',
      { language: { ask }, engine: judges(judgement('allow')), layers: [] },
      { ...judgement('allow'), decision: 'ask', reasons: [{ code: 'unboxed-script' }] },
      own,
    ],
    [
      'it writes in a folder',
      { language: { ask }, engine: judges(judgement('ask', { writes })) },
      { ...judgement('ask'), writes },
      { ...own, writes },
    ],
    [
      'it writes in a folder, without a box',
      { language: { ask }, engine: judges(judgement('ask', { writes })), layers: [] },
      judgement('ask'),
      own,
    ],
    [
      'it writes as the person trusts it to',
      { language: { ask }, engine: { ...judges(judgement('ask')), bash: trusting } },
      { ...judgement('ask'), decision: 'allow', reasons: [], sealed: false },
      own,
    ],
    [
      'it is forbidden',
      { language: { ask }, engine: judges(judgement('deny', { rule: 'r' })), layers: [] },
      { ...judgement('deny'), rule: 'r' },
      own,
    ],
  ])('%s', async (_, given, says, guest) => {
    const { plan, performed: done } = await performed(given);
    expect(plan.judgement).toMatchObject(says);
    expect('writes' in plan.judgement).toBe('writes' in says);
    expect('shell' in plan.judgement).toBe('shell' in says);
    expect(done).toEqual([{ ...jobs.script, guest }]);
  });

  test('a job without writable folders is performed unchanged', async () => {
    const given = { language: { ask }, engine: judges(judgement('allow')) };
    expect((await performed({ ...given, job: 'call' })).performed).toEqual([jobs.call]);
  });
});

describe('performing a call', () => {
  test('with the services of its caller', async () => {
    const asker = { caller: 'c', session: 's' };
    const ui = async () => undefined;
    const { served } = await performed({}, { asker, ui });
    expect(served).toEqual([{ exec: doing.exec, ui, asker }]);
  });

  const late = 'The time limit of 11 ms was reduced to the maximum of 10 ms';
  test.each<[number, string[] | undefined, string[] | undefined]>([
    [10, undefined, undefined],
    [10, ['own'], ['own']],
    [11, undefined, [late]],
    [11, ['own'], ['own', late]],
  ])('with a limit of %i ms and the warnings %j', async (timeoutMs, warned, warnings) => {
    const ending = warned ? { ...finished, warnings: warned } : finished;
    const { done } = await performed({ ending, definition: { timeoutMs } });
    expect(done.ending?.warnings).toEqual(warnings);
    expect(done.result.metadata?.warnings).toEqual(warnings);
  });
});
