import { expect, test, describe } from 'vitest';
import { unrun } from '../../tool/run/ending.ts';
import type { Question } from './approve.ts';
import { args, decide, judgement, mkdir, said } from '../fixtures/decide.ts';

describe('the shown question', () => {
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
    [
      'the first words of a command, and its folder',
      { judgement: judgement({ pattern: 'npm test *', folder: '/w' }) },
      { rule: 'npm test *', covers: 'rule', folder: '/w' },
    ],
    [
      'no first words without a folder',
      { judgement: judgement({ pattern: 'npm test *' }) },
      { rule: undefined, covers: 'exact', folder: undefined },
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

  test('a failure to make the text ends the call without a question', async () => {
    const ending = unrun({ kind: 'crashed', reason: 'no text' });
    const { approved, questions } = await decide({ text: async () => ({ ending }) });
    expect(approved).toEqual({ kind: 'ended', ending });
    expect(questions).toEqual([]);
  });
});
