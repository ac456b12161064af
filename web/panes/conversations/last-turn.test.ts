import { expect, test } from 'vitest';
import type { LastTurn, StopReason } from '../../../shared/protocol/conversations/conversations.ts';
import { standingOf } from './last-turn.ts';

const turn = (stopReason?: StopReason): LastTurn => ({ model: 'local:m', at: 1, stopReason });

test.each([
  ['nobody was asked', false, undefined, undefined],
  ['a call of it waits for approval', true, turn(), 'asked', 'asked'],
  ['a plan of it waits for approval', false, turn('done'), 'plan', 'plan'],
  ['somebody answers', true, turn(), 'going'],
  ['somebody answers once more', true, turn('error'), 'going'],
  ['the runner was ended in the middle', false, turn(), 'interrupted'],
  ['it failed', false, turn('error'), 'error'],
  ['the person has the word', false, turn('answer-awaited'), 'answer-awaited'],
] as const)('%s', (_name, isGoingOn, lastTurn, standing, waits?) =>
  expect(standingOf({ isGoingOn, lastTurn }, waits)).toBe(standing),
);
