import { describe, expect, test } from 'vitest';
import { ToolSettings } from '../../protocol/settings.ts';
import { effectivePolicies } from './policies.ts';

describe('the order of policies', () => {
  const tool = {
    name: 'T',
    group: 'g',
    policies: { execution: 'ask-once', result: 'always' },
  } as const;
  test.each<[object, object, object]>([
    [{}, { execution: 'ask-once', result: 'always' }, { execution: `The tool's policy` }],
    [{ groups: { g: { policies: { execution: 'auto' } } } }, { execution: 'auto' }, {}],
    [{ groups: { other: { policies: { execution: 'auto' } } } }, { execution: 'ask-once' }, {}],
    [
      {
        groups: { g: { policies: { execution: 'auto' } } },
        tools: { T: { policies: { execution: 'ask-always' } } },
      },
      { execution: 'ask-always', result: 'always' },
      { execution: 'Your policy for this tool' },
    ],
    [{ tools: { T: { autoExecute: true } } }, { execution: 'auto' }, {}],
    [{ tools: { T: { autoExecute: false } } }, { execution: 'ask-once' }, {}],
    [
      { tools: { T: { autoExecute: true, policies: { execution: 'ask-always' } } } },
      { execution: 'ask-always' },
      {},
    ],
    [
      {
        session: { execution: 'auto', result: 'never' },
        tools: { T: { policies: { execution: 'ask-always', result: 'on-error' } } },
      },
      { execution: 'auto', result: 'never' },
      {
        execution: 'Your policy for this session',
        result: 'Your policy for results in this session',
      },
    ],
    [
      {
        tools: { T: { policies: { result: 'on-error' } } },
        groups: { g: { policies: { execution: 'auto' } } },
      },
      { execution: 'auto', result: 'on-error' },
      {
        execution: 'Your policy for the group "g"',
        result: 'Your policy for results of this tool',
      },
    ],
  ])('%j', (settings, policies, because) => {
    const found = effectivePolicies(tool, ToolSettings.parse(settings));
    expect(found).toMatchObject(policies);
    expect(found.because.result?.message).toContain('for results');
    for (const [about, who] of Object.entries(because))
      expect(found.because[about as 'execution']?.message).toMatch(new RegExp(`^${who}`));
    expect(found.because.execution?.message).toMatch(new RegExp(`is "${found.execution}"$`));
    expect(found.because.result?.message).toMatch(new RegExp(`is "${found.result}"$`));
  });

  test('without any setting there is no policy and no reason', () => {
    expect(effectivePolicies({ name: 'T', group: 'g' })).toEqual({ because: {} });
    const some = { name: 'T', group: 'g', policies: { result: 'never' } } as const;
    expect(effectivePolicies(some)).toMatchObject({
      result: 'never',
      because: { result: { message: 'The tool\'s policy for results is "never"' } },
    });
    expect(effectivePolicies(some)).not.toHaveProperty('execution');
  });
});
