import { expect, test } from 'vitest';
import { unrun, type Ending } from '../../tool/run/ending.ts';
import type { ExecAnswer } from '../../tool/run/host.ts';
import { answerOf } from './start-program.ts';

const fault = { class: 'E', message: 'm' };
const denied = unrun({ kind: 'denied', reason: 'Not allowed' });
const late = unrun({ kind: 'timed-out', afterMs: 1, during: 'judging' });
const absent = unrun({ kind: 'unavailable', reason: 'No bash' });
const broken = unrun({ kind: 'crashed', reason: 'Died' });

test.each<[string, Ending, string, ExecAnswer['code'], Partial<ExecAnswer>]>([
  ['finished', unrun({ kind: 'finished', exitCode: 0 }), 'err', 0, {}],
  ['failed', unrun({ kind: 'failed', exitCode: 3, fault }), 'err', 3, {}],
  ['cancelled', unrun({ kind: 'cancelled' }), 'err', 0, { killed: true }],
  ['too late', late, 'err', 0, { killed: true }],
  ['refused', denied, 'err', 126, { stderr: 'err\nNot allowed' }],
  ['refused behind lines', denied, 'a\nb\n', 126, { stderr: 'a\nb\nNot allowed' }],
  ['refused in silence', denied, '', 126, { stderr: 'Not allowed' }],
  ['not there', absent, 'err', 127, { stderr: 'err\nNo bash' }],
  ['broken', broken, 'err', 127, { stderr: 'err\nDied' }],
])('answers for a program that was %s', (_, ending, stderr, code, more) => {
  const answer = answerOf({ ...ending, stdout: 'out', stderr });
  expect(answer).toEqual({ stdout: 'out', stderr, code, killed: false, ...more });
});
