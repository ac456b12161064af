import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { ToolSettings } from '../../protocol/settings.ts';
import { unrun } from '../../tool/run/ending.ts';
import type { Answer, Deciders } from './approve.ts';
import { args, because, decide, judgement, mkdir, said } from '../fixtures/decide.ts';

const bash = ToolSettings.parse({}).bash;
const trusting = { ...bash, dangerousCommandWhitelist: ['mkdir'] };

describe('why a call needs approval', () => {
  test.each<[string, Parameters<typeof decide>[0], Partial<Deciders>, string[]]>([
    ['nothing is said', {}, {}, ['"T" may change files or run programs']],
    ['it only reads', { tool: { isReadOnly: true } }, {}, []],
    ['the policy is auto', { policies: said('auto') }, {}, []],
    ['the policy asks once', { policies: said('ask-once') }, {}, ['said ask-once']],
    [
      'it only reads, and the policy asks',
      { tool: { isReadOnly: true }, policies: said('ask-always') },
      {},
      ['said ask-always'],
    ],
    ['it was judged to be fine', { judgement: judgement({ decision: 'allow' }) }, {}, []],
    ['it was judged to ask', { judgement: judgement() }, {}, ['it writes']],
    [
      'it was judged to ask, and only reads',
      { judgement: judgement(), tool: { isReadOnly: true } },
      {},
      ['it writes'],
    ],
    [
      'policy and judgement ask',
      { judgement: judgement(), policies: said('ask-once') },
      {},
      ['said ask-once', 'it writes'],
    ],
    ['auto waives nothing', { judgement: judgement(), policies: said('auto') }, {}, ['it writes']],
    [
      'auto waives what may be',
      { judgement: judgement({ waivable: true }), policies: said('auto') },
      {},
      [],
    ],
    ['nobody waived what may be', { judgement: judgement({ waivable: true }) }, {}, ['it writes']],
    [
      'ask-once waives nothing',
      { judgement: judgement({ waivable: true }), policies: said('ask-once') },
      {},
      ['said ask-once', 'it writes'],
    ],
    [
      'auto waives nothing that says it may not be',
      { judgement: judgement({ waivable: false }), policies: said('auto') },
      {},
      ['it writes'],
    ],
    [
      'a trusted command in a box',
      { judgement: judgement({ boxed: true, segments: mkdir }) },
      { settings: { ...ToolSettings.parse({}), bash: trusting } },
      [],
    ],
    [
      'a trusted command without a box',
      { judgement: judgement({ segments: mkdir }) },
      { settings: { ...ToolSettings.parse({}), bash: trusting } },
      ['it writes'],
    ],
    [
      'a boxed command where nobody set anything',
      { judgement: judgement({ boxed: true, segments: mkdir }) },
      {},
      ['it writes'],
    ],
  ])('%s', async (_, given, more, reasons) => {
    const { approved, questions } = await decide(given, { answer: 'allow' }, more);
    expect(approved).toEqual({ kind: 'yes' });
    expect(questions.map((question) => question.reasons.map(({ message }) => message))).toEqual(
      reasons.length === 0 ? [] : [reasons],
    );
  });
});

describe('the outcome of an answer', () => {
  /** A denial; with its code if the words are not those of the answer. */
  const denied = (reason: string, code?: string) => ({
    kind: 'ended',
    ending: unrun({
      ...{ kind: 'denied', reason },
      ...(code === undefined ? {} : { because: [{ code, message: reason }] }),
    }),
  });
  const rejected = denied('Command rejected by user', 'rejected-by-user');

  test.each<[Answer, unknown]>([
    [{ answer: 'allow' }, { kind: 'yes' }],
    [{ answer: 'allow', arguments: { a: 1 } }, { kind: 'yes' }],
    [
      { answer: 'allow', arguments: { a: 2 } },
      { kind: 'changed', arguments: { a: 2 } },
    ],
    [{ answer: 'deny' }, rejected],
    [{ answer: 'deny', reason: 'Not now' }, denied('Not now')],
    [{ answer: 'deny', arguments: { a: 2 } }, rejected],
  ])('%j', async (answer, outcome) => {
    expect((await decide({}, answer)).approved).toEqual(outcome);
  });

  test('a forbidden command is refused with its reasons, before any earlier decision counts', async () => {
    let isAsked = false;
    const refused = async () => ((isAsked = true), undefined);
    const forbidden = judgement({
      decision: 'deny',
      reasons: [because('one'), because('two')],
      waivable: true,
    });
    const given = { judgement: forbidden, policies: said('auto') };
    const { approved, questions } = await decide(given, { answer: 'allow' }, { refused });
    expect(approved).toMatchObject(denied('Command is forbidden: one; two'));
    expect(approved).toMatchObject({ ending: { because: forbidden.reasons } });
    expect([questions, isAsked]).toEqual([[], false]);
  });

  test.each<[string, Parameters<typeof decide>[0], string | undefined]>([
    ['the text', { text: async () => ({ text: 'planned' }) }, 'planned'],
    [
      'no text where there is none',
      { text: async () => ({ ending: unrun({ kind: 'cancelled' }) }) },
      undefined,
    ],
  ])('an earlier refusal counts without a question, and is found by %s', async (_, given, text) => {
    let seen: unknown;
    const refused: Deciders['refused'] = async (known, made) => {
      seen = [known, await made()];
      return because('refused before');
    };
    const tool = { abstractPermissionRule: () => 'T:*', isReadOnly: true };
    const { approved } = await decide({ ...given, tool }, { answer: 'allow' }, { refused });
    expect(approved).toEqual(denied('refused before', 'said'));
    expect(seen).toEqual([{ about: 'execution', tool: 'T', arguments: args, rule: 'T:*' }, text]);
  });

  test.each(['before', 'while'])(
    'a call that is cancelled %s it is asked for ends',
    async (when) => {
      const cancel = new AbortController();
      if (when === 'before') cancel.abort();
      let asked = 0;
      const ask = () => {
        asked += 1;
        cancel.abort();
        return new Promise<Answer>(() => undefined);
      };
      const { approved } = await decide({ signal: cancel.signal }, { answer: 'allow' }, { ask });
      expect(approved).toEqual({ kind: 'ended', ending: unrun({ kind: 'cancelled' }) });
      expect(asked).toBe(when === 'before' ? 0 : 1);
    },
  );

  test('removes its listener after the answer', async () => {
    const { signal } = new AbortController();
    await decide({ signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('an error of a decider fails the call and never allows it', async () => {
    const ask = () => Promise.reject(new Error('bug'));
    await expect(decide({}, { answer: 'allow' }, { ask })).rejects.toThrow('bug');
  });
});
