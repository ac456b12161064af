import { afterEach, expect, test, vi } from 'vitest';
import { Approval } from '../../shared/protocol/events.ts';
import { Approvals } from './approvals.svelte.ts';

const asks = (id: string): Approval =>
  Approval.parse({
    ...{ id, runId: id, tool: 'Bash', arguments: {}, about: 'execution', text: 'ls' },
    ...{ type: 'bash_command', title: 'Execute: ls', pattern: 'ls', reasons: [], expiresAt: 1 },
  });

afterEach(() => vi.unstubAllGlobals());

test('a question that is heard of while the list is on its way is not lost, nor is its end', async () => {
  const answers: ((approvals: Approval[]) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((answer) => answers.push((approvals) => answer(Response.json({ approvals })))),
  );
  const approvals = new Approvals();
  const reading = approvals.refresh();
  approvals.asked(asks('new'));
  approvals.settled('old');
  answers[0]?.([asks('old')]);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(approvals.pending.map(({ id }) => id)).toEqual(['new']);
  answers[1]?.([asks('new'), asks('newer')]);
  await reading;
  expect(approvals.pending.map(({ id }) => id)).toEqual(['new', 'newer']);
});
