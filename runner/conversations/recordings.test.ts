import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { ConversationNode } from '../../shared/protocol/conversations/conversations.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { call, finish, openScene, scripted, text, tool } from './fixtures/talk-scene.ts';
import { openRecording } from './recordings.ts';

const workspace = mkdtempSync(join(tmpdir(), 'lathe-recordings-'));
afterAll(() => rmSync(workspace, { recursive: true }));

let scene: Awaited<ReturnType<typeof openScene>>;
let recorded: ConversationNode[];
beforeEach(async () => {
  scene = await openScene(nodeDisk, workspace, [tool('Say'), tool('Other')]);
  const model = scripted(
    [
      { type: 'reasoning', text: 'hm' },
      { type: 'held', held: { signature: 's' } },
      call('a', 'Say', { n: 1 }),
      finish,
    ],
    [call('b', 'Other', { n: 2 }), finish],
    [text('Three'), { type: 'usage', usage: { outputTokens: 3 } }, finish],
  );
  recorded = (await scene.talk(model)).nodes;
});

const answersOf = (nodes: readonly ConversationNode[]) =>
  nodes.flatMap((node) => (node.role === 'answer' ? [node] : []));
const play = async (live?: ReturnType<typeof scripted>, setup: Record<string, unknown> = {}) => {
  const played = await scene.talk(openRecording('recording:x', recorded), {
    setup,
    ...(live ? { live } : {}),
  });
  const answers = answersOf(played.nodes);
  return { ...played, answers, rows: answers.map(({ source, stale }) => [source, stale]) };
};

test('a recording repeats its answers, and the tools run again', async () => {
  const { answers, rows, outcomes, stopped } = await play();
  expect(rows).toEqual([
    ['replayed', undefined],
    ['replayed', undefined],
    ['replayed', undefined],
  ]);
  expect(answers.map(({ parts, usage }) => ({ parts, usage }))).toEqual(
    answersOf(recorded).map(({ parts, usage }) => ({ parts, usage })),
  );
  expect(outcomes.map(({ from }) => from)).toEqual(['run', 'run']);
  expect(stopped.stopReason).toBe('done');
});

test.each<[string, () => void, (string[] | undefined)[]]>([
  [
    'code that answers the same',
    () => scene.put(tool('Say'), 'h2'),
    [['code'], undefined, undefined],
  ],
  [
    'code that answers something else',
    () =>
      scene.put(
        tool('Say', {}, async () => 'else'),
        'h2',
      ),
    [['code'], ['request'], ['request']],
  ],
  [
    'another schema',
    () => scene.put(tool('Other', { schema: z.object({ n: z.number().int() }) }), 'h2'),
    [['schema'], ['schema', 'code'], ['schema']],
  ],
  ['a tool more', () => scene.put(tool('More')), [['schema'], ['schema'], ['schema']]],
])('stale answers are marked: %s', async (_, change, stale) => {
  change();
  const { answers } = await play();
  expect(answers.map((one) => one.stale)).toEqual(stale);
});

test('a different system prompt makes all answers stale', async () => {
  const { answers } = await play(undefined, { system: 'Be brief' });
  expect(answers.map(({ stale }) => stale)).toEqual([['request'], ['request'], ['request']]);
});

test('a live model replaces only stale answers', async () => {
  scene.put(
    tool('Other', {}, async () => 'else'),
    'h2',
  );
  const live = scripted([text('Said live'), finish]);
  const { rows, answers } = await play(live);
  // The second answer calls a tool of other code, which no model sees: it stands.
  expect(rows).toEqual([
    ['replayed', undefined],
    ['replayed', ['code']],
    ['live', undefined],
  ]);
  expect(answers.map(({ by }) => by)).toEqual(['recording:x', 'recording:x', 'local:scripted']);
  expect(live.requests).toHaveLength(1);
});

test('the turn ends with the recording, unless there is a live model', async () => {
  recorded = recorded.slice(0, 2);
  const { stopped } = await play();
  expect(stopped).toMatchObject({
    stopReason: 'error',
    fault: { code: 'no-recording', values: { answers: 1, wanted: 2 } },
  });
  const { rows } = await play(scripted([text('Live'), finish]));
  expect(rows).toEqual([
    ['replayed', undefined],
    ['live', undefined],
  ]);
});

test('of several branches the last one is replayed', async () => {
  const [first] = recorded;
  const branch: ConversationNode = {
    ...(recorded.at(-1) as ConversationNode & { role: 'answer' }),
    id: 'z',
    parent: first?.id ?? null,
  };
  recorded = [...recorded, branch];
  const { answers } = await play();
  expect(answers).toHaveLength(1);
});
