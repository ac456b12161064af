import { describe, expect, test } from 'vitest';
import { ToolSettings } from '../protocol/settings.ts';
import { unrun, type Ending } from '../tool/ending.ts';
import { z } from 'zod';
import { approve, type Answer, type Deciders, type Question } from './approve.ts';
import { createTool } from './create-tool.ts';
import type { Judgement } from './judgement.ts';
import type { EffectivePolicies } from './policies.ts';
import type { Tool } from './tool.ts';

const plain = createTool({
  ...{ name: 'T', kind: 'execute', schema: z.object({}), description: { short: '' } },
  execute: async () => ({ success: true, llmContent: '', displayContent: '' }),
}) as Tool;
const silent: EffectivePolicies = { because: {} };
const args = { a: 1 };
const judgement = (more: Partial<Judgement> = {}): Judgement => ({
  ...{ decision: 'ask', reasons: ['it writes'], segments: [] },
  ...more,
});

/** One decision about one call, with what was asked. */
async function decide(
  given: {
    tool?: Partial<Tool>;
    policies?: EffectivePolicies;
    judgement?: Judgement;
    text?: () => Promise<{ text: string } | { ending: Ending }>;
    signal?: AbortSignal;
  },
  answer: Answer | Promise<Answer> = { answer: 'allow' },
  more: Partial<Deciders> = {},
) {
  const questions: Question[] = [];
  const ask = async (question: Question) => {
    questions.push(question);
    return answer;
  };
  const { policies = silent, text, signal = new AbortController().signal } = given;
  const approved = await approve(
    { runId: 'r', tool: { ...plain, ...given.tool }, arguments: args, policies, signal },
    {
      kind: 'ready',
      perform: () => Promise.reject(new Error('nothing is performed here')),
      ...(given.judgement ? { judgement: given.judgement } : {}),
      ...(text ? { text } : {}),
    },
    { ask, ...more },
  );
  return { approved, questions };
}

const said = (execution: 'auto' | 'ask-once' | 'ask-always'): EffectivePolicies => ({
  ...{ execution, because: { execution: `said ${execution}` } },
});
const bash = ToolSettings.parse({}).bash;
const trusting = { ...bash, dangerousCommandWhitelist: ['mkdir'] };
const mkdir = [{ text: 'mkdir a', decision: 'ask' as const, rule: 'unknown' }];

describe('why a call is asked for', () => {
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
    expect(questions.map((question) => question.reasons)).toEqual(
      reasons.length === 0 ? [] : [reasons],
    );
  });
});

describe('what the person is shown', () => {
  test.each<[string, Parameters<typeof decide>[0], Partial<Question>]>([
    ['the arguments', {}, { text: '{\n  "a": 1\n}', rule: undefined, signature: undefined }],
    [
      'the signature',
      { tool: { extractSignatureContent: () => 'signed' } },
      { text: 'signed', signature: 'signed' },
    ],
    [
      'the text that was judged, beside the signature',
      {
        tool: { extractSignatureContent: () => 'signed' },
        judgement: judgement({ text: 'judged' }),
      },
      { text: 'judged', signature: 'signed' },
    ],
    [
      'the text of the plan',
      { judgement: judgement({ text: 'judged' }), text: async () => ({ text: 'planned' }) },
      { text: 'planned' },
    ],
    ['the rule', { tool: { abstractPermissionRule: () => 'T:*' } }, { rule: 'T:*' }],
    [
      'the rule that was judged',
      {
        tool: { abstractPermissionRule: () => 'T:*' },
        judgement: judgement({ rule: 'T:/real/*' }),
      },
      { rule: 'T:/real/*' },
    ],
    ['the parts', { judgement: judgement({ segments: mkdir }) }, { segments: mkdir }],
    ['no parts', { judgement: judgement() }, { segments: undefined }],
    ['that it may be remembered', {}, { remember: true }],
    ['the same with a policy', { policies: said('ask-once') }, { remember: true }],
    ['that it may not', { policies: said('ask-always') }, { remember: false }],
    [
      'that the judge forbids it',
      { judgement: judgement({ remember: false }) },
      { remember: false },
    ],
    ['that the judge allows it', { judgement: judgement({ remember: true }) }, { remember: true }],
  ])('%s', async (_, given, shown) => {
    const { questions } = await decide(given);
    expect(questions).toEqual([expect.objectContaining({ ...shown, runId: 'r', tool: 'T' })]);
    expect(questions[0]).toMatchObject({ about: 'execution', arguments: args });
  });

  test('a text that could not be made ends the call, and nobody is asked', async () => {
    const ending = unrun({ kind: 'crashed', reason: 'no text' });
    const { approved, questions } = await decide({ text: async () => ({ ending }) });
    expect(approved).toEqual({ kind: 'ended', ending });
    expect(questions).toEqual([]);
  });
});

describe('what comes of it', () => {
  const denied = (reason: string) => ({
    kind: 'ended',
    ending: unrun({ kind: 'denied', reason }),
  });

  test.each<[Answer, unknown]>([
    [{ answer: 'allow' }, { kind: 'yes' }],
    [{ answer: 'allow', arguments: { a: 1 } }, { kind: 'yes' }],
    [
      { answer: 'allow', arguments: { a: 2 } },
      { kind: 'changed', arguments: { a: 2 } },
    ],
    [{ answer: 'deny' }, denied('Command rejected by user')],
    [{ answer: 'deny', reason: 'Not now' }, denied('Not now')],
    [{ answer: 'deny', arguments: { a: 2 } }, denied('Command rejected by user')],
  ])('%j', async (answer, outcome) => {
    expect((await decide({}, answer)).approved).toEqual(outcome);
  });

  test('what is forbidden is refused with its reasons, before anything that was decided', async () => {
    let isAsked = false;
    const refused = async () => ((isAsked = true), undefined);
    const forbidden = judgement({ decision: 'deny', reasons: ['one', 'two'], waivable: true });
    const given = { judgement: forbidden, policies: said('auto') };
    const { approved, questions } = await decide(given, { answer: 'allow' }, { refused });
    expect(approved).toEqual(denied('Command is forbidden: one; two'));
    expect([questions, isAsked]).toEqual([[], false]);
  });

  test.each<[string, Parameters<typeof decide>[0], string | undefined]>([
    ['the text', { text: async () => ({ text: 'planned' }) }, 'planned'],
    [
      'no text where there is none',
      { text: async () => ({ ending: unrun({ kind: 'cancelled' }) }) },
      undefined,
    ],
  ])('a refusal made beforehand counts unasked, and is found by %s', async (_, given, text) => {
    let seen: unknown;
    const refused: Deciders['refused'] = async (known, made) => {
      seen = [known, await made()];
      return 'refused before';
    };
    const tool = { abstractPermissionRule: () => 'T:*', isReadOnly: true };
    const { approved } = await decide({ ...given, tool }, { answer: 'allow' }, { refused });
    expect(approved).toEqual(denied('refused before'));
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

  test('who breaks while deciding breaks the call, which is none of a yes', async () => {
    const ask = () => Promise.reject(new Error('bug'));
    await expect(decide({}, { answer: 'allow' }, { ask })).rejects.toThrow('bug');
  });
});
