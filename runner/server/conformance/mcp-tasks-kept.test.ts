import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { describe, expect, test, vi } from 'vitest';
import { shellFolder } from '../fixtures/shell-folder.ts';
import { startRunner, withoutSandboxes } from '../fixtures/start-runner.ts';
import type { EngineName, StartedRunner } from '../fixtures/start-runner.ts';
import { ask, taskAt, taskOf } from '../fixtures/task-client.ts';

// Each row starts a runner several times.
vi.setConfig({ testTimeout: 120_000 });

type Database = InstanceType<typeof LibsqlDatabase>;

const stopped = { code: -32603, message: 'The runner stopped while this run was going on' };

describe.each<EngineName>(['deno', 'node'])('Tasks that are kept on %s', (engine) => {
  const start = (workspace?: string) => startRunner(engine, workspace, 0, withoutSandboxes);
  const first = async () => {
    const runner = await start();
    const put = (id: string, script: string) =>
      runner.fetch(`/api/tools/${id}`, {
        ...{ method: 'PUT', headers: { 'If-None-Match': '*' } },
        body: { files: shellFolder(script, { id }) },
      });
    await put('slow', 'sleep 1; echo "said $text"');
    await put('sleepy', 'sleep 600');
    return runner;
  };
  /** Kills a runner, lets `change` happen to its tasks, and starts the next one. */
  const again = async (
    before: StartedRunner,
    change: (database: Database, path: string) => void = () => undefined,
    signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
  ) => {
    await before.stop(signal);
    const path = join(before.workspace, '.lathe/tasks.sqlite');
    const database = new LibsqlDatabase(path);
    // What was written last is in the file itself, and nobody holds it.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
    change(database, path);
    database.close();
    return start(before.workspace);
  };
  const get = (runner: StartedRunner, taskId: string) => ask(runner, 'tasks/get', { taskId });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'M30 after a runner that ended by %s, ends are kept, and what went on is told as interrupted',
    async (signal) => {
      let runner = await first();
      try {
        const over = await taskOf(runner, 'slow', { text: 'kept' });
        const { result } = await taskAt(runner, over.taskId, 'completed');
        const left = await taskOf(runner, 'sleepy');
        runner = await again(runner, undefined, signal);
        expect((await get(runner, over.taskId)).result).toMatchObject({
          ...{ status: 'completed', result },
        });
        const cut = (await get(runner, left.taskId)).result;
        expect(cut).toMatchObject({
          ...{ status: 'failed', error: stopped, createdAt: left.createdAt },
        });
        expect(cut).not.toHaveProperty('result');
        expect((await ask(runner, 'tasks/cancel', { taskId: left.taskId })).error).toBeUndefined();
      } finally {
        await runner.discard();
      }
    },
  );

  test('M30 an end that only the history has is found there; one that is too old is unknown', async () => {
    let runner = await first();
    try {
      const one = await taskOf(runner, 'slow', { text: 'one' });
      const two = await taskOf(runner, 'slow', { text: 'two' });
      const { result } = await taskAt(runner, one.taskId, 'completed');
      await taskAt(runner, two.taskId, 'completed');
      runner = await again(runner, (database) => {
        const begun = "UPDATE tasks SET state = 'open', answer = '' WHERE id = ?";
        database.prepare(begun).run(one.taskId);
        const old = 'UPDATE tasks SET updated_at = updated_at - 3600000 WHERE id = ?';
        database.prepare(old).run(two.taskId);
      });
      expect((await get(runner, one.taskId)).result).toMatchObject({ status: 'completed', result });
      for (const method of ['tasks/get', 'tasks/cancel'])
        expect((await ask(runner, method, { taskId: two.taskId })).error?.code).toBe(-32602);
    } finally {
      await runner.discard();
    }
  });

  test('M30 damaged values cost the task that they are of, and no other call', async () => {
    let runner = await first();
    try {
      const one = await taskOf(runner, 'slow', { text: 'one' });
      const two = await taskOf(runner, 'slow', { text: 'two' });
      const three = await taskOf(runner, 'slow', { text: 'three' });
      for (const { taskId } of [one, two, three]) await taskAt(runner, taskId, 'completed');
      runner = await again(runner, (database) => {
        const put = (set: string, id: string) =>
          database.prepare(`UPDATE tasks SET ${set} WHERE id = ?`).run(id);
        put(`state = 'open', answer = '', schema = '{"type": 5}', run_id = 'none'`, one.taskId);
        put(`created_at = 'never', updated_at = 'never'`, two.taskId);
        put(`state = 'failed', answer = '{"code": "x"}'`, three.taskId);
        const runs = new LibsqlDatabase(join(runner.workspace, '.lathe/runs.sqlite'));
        runs.exec(`UPDATE runs SET record = 'no JSON', started_at = 'never'`);
        runs.close();
      });
      for (const { taskId } of [one, two, three]) {
        const { result } = await get(runner, taskId);
        expect(result).toMatchObject({ status: 'failed', error: { code: -32603 } });
        expect(Date.parse(result.createdAt)).toBeGreaterThanOrEqual(0);
      }
      const after = await taskOf(runner, 'slow', { text: 'new' });
      await taskAt(runner, after.taskId, 'completed');
    } finally {
      await runner.discard();
    }
  });

  test('M30 a damaged file is set aside, and calls become tasks all the same', async () => {
    let runner = await first();
    try {
      const { taskId } = await taskOf(runner, 'slow', { text: 'lost' });
      await taskAt(runner, taskId, 'completed');
      runner = await again(runner, (database, path) => {
        database.close();
        writeFileSync(path, 'no database at all '.repeat(400));
      });
      expect((await get(runner, taskId)).error?.code).toBe(-32602);
      const aside = /^tasks\.sqlite\.damaged-/;
      expect(
        readdirSync(join(runner.workspace, '.lathe')).filter((name) => aside.test(name)),
      ).toHaveLength(1);
      const after = await taskOf(runner, 'slow', { text: 'new' });
      const { result } = await taskAt(runner, after.taskId, 'completed');
      expect(result.content).toEqual([{ type: 'text', text: 'said new\n' }]);
    } finally {
      await runner.discard();
    }
  });
});
