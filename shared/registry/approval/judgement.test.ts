import { describe, expect, test } from 'vitest';
import { ToolSettings } from '../../protocol/settings.ts';
import { because } from '../fixtures/decide.ts';
import { isTrusted, shownJudgement } from './judgement.ts';

const { bash } = ToolSettings.parse({});

describe('commands that the person trusts', () => {
  const part = (text: string, rule = 'unknown', decision: 'allow' | 'ask' | 'deny' = 'ask') => ({
    ...{ text, rule, decision, reason: because('') },
  });
  test.each<[string[], ReturnType<typeof part>[], boolean]>([
    [['mkdir'], [part('mkdir a')], true],
    [['mkdir'], [part('mkdir')], true],
    [['mkdir'], [part('mkdir2 a')], false],
    [['mkdir'], [part('mkdir/x a')], false],
    [['mkdir'], [part('./mkdir a')], false],
    [['mkdir'], [part('x mkdir a')], false],
    [['mkdir'], [part('"mkdir" a')], false],
    [['mkdir'], [part('mkdir a'), part('touch b')], false],
    [['mkdir', 'touch'], [part('mkdir a'), part('touch b')], true],
    [['mkdir'], [part('ls', 'ls', 'allow'), part('mkdir a')], true],
    [['mkdir'], [part('mkdir a', 'unknown', 'deny')], false],
    [['mkdir'], [part('mkdir a > /etc/x', 'redirect')], false],
    [['redirect'], [part('mkdir a > /etc/x', 'redirect')], false],
    [['git commit'], [part('git commit -m x', 'git commit')], true],
    [['git'], [part('git commit -m x', 'git commit')], false],
    [['git push'], [part('git commit -m x', 'git commit')], false],
    [['g++-12.1'], [part('g++-12.1 a.cc')], true],
    [['mkdir'], [part('')], false],
    [['mkdir'], [part('ls', 'ls', 'allow')], false],
    [['mkdir'], [], false],
  ])('with %j, %j: %s', (dangerousCommandWhitelist, segments, trusted) => {
    expect(isTrusted(segments, { ...bash, dangerousCommandWhitelist })).toBe(trusted);
  });

  test('a person who wants no approvals trusts all commands; without settings, none are trusted', () => {
    const all = { ...bash, confirmDangerousCommands: false };
    expect(isTrusted([part('rm a')], all)).toBe(true);
    expect(isTrusted([part('rm a')], bash)).toBe(false);
    expect(isTrusted([], undefined)).toBe(false);
  });
});

test.each([
  [300, 299, 300],
  [301, 300, 1],
  [900, 200, 300],
])('of %d parts, %d of them allowed, shows %d, and twenty reasons', (count, fine, shown) => {
  const segments = Array.from({ length: count }, (_, at) => ({
    ...{
      text: `${at}`,
      rule: 'r',
      reason: because(''),
      decision: at < fine ? ('allow' as const) : ('ask' as const),
    },
    more: 'of the judge alone',
  }));
  const reasons = Array.from({ length: 30 }, (_, at) => because(`${at}`));
  const found = shownJudgement({ decision: 'ask', reasons, segments });
  expect(found.segments.length).toBe(shown);
  expect(found.segments.some((one) => 'more' in one)).toBe(false);
  if (count > 300) expect(found.segments.every(({ decision }) => decision === 'ask')).toBe(true);
  expect(found.reasons).toEqual(reasons.slice(0, 20));
});
