import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../shared/protocol/events.ts';
import type { Decision } from '../../shared/protocol/runs.ts';
import type { Question } from '../../shared/registry/approval/approve.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { Channel, type News } from '../server/channel.ts';
import type { Caller } from '../server/guard/credential.ts';
import { Grants } from '../store/grants.ts';
import type { RunStore } from '../store/runs/run-store.ts';
import { Approvals } from './approvals.ts';

let workspace: string;
beforeEach(() => void (workspace = mkdtempSync(join(tmpdir(), 'lathe-approvals-'))));
afterEach(() => rmSync(workspace, { recursive: true }));

const question: Question = {
  ...{ runId: 'run', tool: 'Edit', about: 'execution', text: 'edit a', arguments: { a: 1 } },
  ...{ reasons: [{ code: 'said', message: 'it writes' }], rule: 'Edit:/src/*', remember: true },
  ...{ type: 'edit', title: 'Edit a', pattern: 'Edit *' },
};

/** Approvals over real decisions, with a page that listens unless there is none. */
async function scene({ waitMs = 60_000, hasPage = true } = {}) {
  const grants = await Grants.open(nodeDisk, workspace);
  const channel = new Channel();
  const news: News[] = [];
  channel.listen((one) => news.push(one), hasPage);
  const records: Parameters<RunStore['decided']>[0][] = [];
  const history = { decided: (one) => records.push(one) } as Pick<RunStore, 'decided'> as RunStore;
  const approvals = new Approvals({ grants, history, channel, waitMs: () => waitMs });
  const events: RunEvent[] = [];
  const leave = new AbortController();
  const ask = (more: Partial<Question> = {}, caller: Caller = 'page', toolHash = 'h') =>
    approvals.ask(
      { ...question, ...more },
      { caller, toolHash, tell: (event) => events.push(event), signal: leave.signal },
    );
  /** Decides what is open. */
  const decide = (decision: Partial<Decision>, runId = 'run') =>
    approvals.decide(runId, {
      ...{ id: approvals.pending()[0]?.id ?? '', answer: 'allow', scope: 'once' },
      ...decision,
    });
  return { approvals, grants, channel, news, records, events, ask, decide, leave };
}

describe('a question', () => {
  test('is sent to the run and to every page, and waits for its answer', async () => {
    const { approvals, ask, decide, events, news, records } = await scene();
    const before = Date.now();
    const asked = ask();
    const [approval] = approvals.pending();
    expect(approval).toMatchObject({ ...question, id: expect.any(String) });
    expect(approval?.expiresAt).toBeGreaterThanOrEqual(before + 60_000);
    expect(events).toEqual([{ type: 'approval', approval }]);
    expect(news).toEqual([{ event: 'approval', data: approval }]);
    expect(await decide({})).toBe(true);
    expect(await asked).toEqual({ answer: 'allow', scope: 'once' });
    expect(approvals.pending()).toEqual([]);
    expect(news.slice(1)).toEqual([{ event: 'decided', data: { id: approval?.id } }]);
    expect(records).toEqual([
      {
        ...{ runId: 'run', tool: 'Edit', toolHash: 'h', about: 'execution', text: 'edit a' },
        ...{ answer: 'allow', scope: 'once', why: '' },
      },
    ]);
  });

  test('is answered once, by its id and its run', async () => {
    const { approvals, ask, decide, records } = await scene();
    const asked = ask();
    const id = approvals.pending()[0]?.id ?? '';
    expect(await decide({ id: 'other' })).toBe(false);
    expect(await decide({}, 'another run')).toBe(false);
    // Both are written down first, so that the second comes while the first is on its way.
    const first = decide({ id, answer: 'deny', scope: 'session' });
    const second = decide({ id, scope: 'session' });
    expect([await first, await second]).toEqual([true, false]);
    expect((await asked).answer).toBe('deny');
    expect(await decide({ id })).toBe(false);
    expect(records.length).toBe(1);
  });

  test('without an answer in time is denied, and says how long it waited', async () => {
    const { approvals, ask, decide, records } = await scene({ waitMs: 5 });
    const asked = ask();
    const id = approvals.pending()[0]?.id ?? '';
    const { answer, because } = await asked;
    const reason = because?.message;
    expect({ answer, reason }).toEqual({
      answer: 'deny',
      reason: 'Denied automatically: no answer within 0:00 minutes',
    });
    expect(records).toMatchObject([{ answer: 'deny', scope: 'expired', why: reason }]);
    expect(await decide({ id })).toBe(false);
  });

  test.each(['before', 'after'])('of a run that is cancelled %s it is denied', async (when) => {
    const { approvals, ask, events, leave, records } = await scene();
    if (when === 'before') leave.abort();
    const asked = ask();
    leave.abort();
    expect(await asked).toEqual({ answer: 'deny', reason: 'Cancelled' });
    expect(approvals.pending()).toEqual([]);
    expect(events.length).toBe(when === 'before' ? 0 : 1);
    expect(records).toMatchObject([{ scope: 'cancelled' }]);
  });

  test.each<[Caller, boolean, boolean]>([
    ['user', false, false],
    ['admin', false, false],
    ['admin', true, true],
    ['page', false, true],
  ])('of %s, while a page is open: %s, asks the person: %s', async (caller, hasPage, put) => {
    const { approvals, ask, decide, records } = await scene({ hasPage });
    const asked = ask({}, caller);
    expect(approvals.pending().length).toBe(put ? 1 : 0);
    if (put) await decide({});
    const { answer, because } = await asked;
    const reason = because?.message;
    expect(answer).toBe(put ? 'allow' : 'deny');
    if (!put) expect(reason).toMatch(/^Nobody is there to approve it. Open the page/);
    expect(records).toMatchObject([{ scope: put ? 'once' : 'absent', why: reason ?? '' }]);
  });

  test('passes on the arguments that the person changed', async () => {
    const { ask, decide } = await scene();
    const asked = ask();
    await decide({ arguments: { a: 2 } });
    expect(await asked).toEqual({ answer: 'allow', scope: 'once', arguments: { a: 2 } });
  });
});

describe('a decision', () => {
  test.each<[Partial<Decision>, Partial<Question>, string | undefined]>([
    [{ scope: 'once' }, {}, undefined],
    [{ scope: 'session' }, {}, 'allow exact'],
    [{ scope: 'always' }, {}, 'allow exact'],
    [{ scope: 'always', covers: 'rule' }, {}, 'allow rule'],
    [{ scope: 'always' }, { remember: false }, undefined],
    [{ scope: 'always', answer: 'deny' }, { remember: false }, 'deny exact'],
    [{ scope: 'always', answer: 'deny', covers: 'rule' }, {}, 'deny rule'],
    [{ scope: 'always', arguments: { a: 2 } }, {}, undefined],
    [{ scope: 'always', answer: 'deny', arguments: { a: 2 } }, {}, undefined],
  ])('%j about %j is stored as %s', async (decision, more, kept) => {
    const { grants, ask, decide, news } = await scene();
    const asked = ask(more);
    await decide(decision);
    await asked;
    const said = grants.list().map(({ answer, covers }) => `${answer} ${covers}`);
    expect(said).toEqual(kept === undefined ? [] : [kept]);
    const told = news.filter(({ event }) => event === 'settings');
    expect(told).toEqual(kept === undefined ? [] : [{ event: 'settings', data: { revision: 0 } }]);
  });

  test('is stored before the run continues', async () => {
    const { grants, ask, decide } = await scene();
    const seen = ask().then(() => grants.list().length);
    await decide({ scope: 'always' });
    expect(await seen).toBe(1);
  });
});

describe('lasting decisions', () => {
  const remembered = async (decision: Partial<Decision>) => {
    const stage = await scene({ hasPage: false });
    const asked = stage.ask();
    await stage.decide({ scope: 'always', ...decision });
    await asked;
    stage.records.length = 0;
    return stage;
  };

  test('an approval runs the same call without a question, even if nobody is there', async () => {
    const { approvals, ask, records } = await remembered({});
    expect(await ask({}, 'admin')).toEqual({ answer: 'allow' });
    expect(records).toMatchObject([{ answer: 'allow', scope: 'remembered', why: '' }]);
    expect(approvals.pending()).toEqual([]);
  });

  test.each<[string, Partial<Question>, string]>([
    ['another text', { text: 'edit b' }, 'h'],
    ['other arguments', { arguments: { a: 2 } }, 'h'],
    ['another tool', { tool: 'Write' }, 'h'],
    ['its result', { about: 'result' }, 'h'],
    ['another state of its folder', {}, 'changed'],
    ['a call that is asked for always', { remember: false }, 'h'],
  ])('an approval does not cover %s', async (_, more, hash) => {
    const { ask } = await remembered({});
    expect(await ask(more, 'admin', hash)).toMatchObject({
      answer: 'deny',
      because: expect.objectContaining({ code: 'nobody-there' }),
    });
  });

  test.each<[Partial<Decision>, Partial<Question>, string]>([
    [{}, {}, 'The person refused this call before, and the refusal still applies'],
    [{}, { remember: false }, 'The person refused this call before, and the refusal still applies'],
    [
      { covers: 'rule' },
      { text: 'edit b', arguments: { b: 1 } },
      'The person refused "Edit:/src/*" before, and the refusal still applies',
    ],
    [
      { covers: 'rule' },
      { rule: 'Edit:/src/deep/*', text: 'x', remember: false },
      'The person refused "Edit:/src/*" before, and the refusal still applies',
    ],
  ])('a denial of %j covers %j', async (decision, more, reason) => {
    const { approvals, ask, records } = await remembered({ answer: 'deny', ...decision });
    const because = expect.objectContaining({ message: reason });
    expect(await ask(more)).toEqual({ answer: 'deny', because });
    expect(records).toMatchObject([{ answer: 'deny', scope: 'remembered', why: reason }]);
    const text = more.text ?? question.text;
    const known = { ...question, ...more };
    expect(await approvals.refused(known, async () => text, 'h')).toEqual(because);
  });

  test.each<[string, Partial<Decision>, Partial<Question>]>([
    ['an approval', {}, {}],
    ['a refusal of another tool', { answer: 'deny' }, { tool: 'Write' }],
    ['a refusal of another text', { answer: 'deny' }, { text: 'edit b' }],
  ])('%s denies nothing', async (_, decision, more) => {
    const { approvals } = await remembered(decision);
    const known = { ...question, ...more };
    const text = async () => known.text;
    expect(await approvals.refused(known, text, 'h')).toBeUndefined();
  });

  test('the text of a call that no decision could deny is not computed', async () => {
    const { approvals } = await remembered({});
    let isMade = false;
    await approvals.refused(question, async () => ((isMade = true), 'edit a'), 'h');
    expect(isMade).toBe(false);
  });
});
