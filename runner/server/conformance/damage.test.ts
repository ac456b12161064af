import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { describe, expect, test, vi } from 'vitest';
import { engines, startLathe } from '../../cli/fixtures/start-lathe.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import { boxed, startRunner, withoutSandboxes } from '../fixtures/start-runner.ts';
import type { EngineName, Sent, StartedRunner } from '../fixtures/start-runner.ts';

// Each row starts a runner several times.
vi.setConfig({ testTimeout: 120_000 });

const page = (method: string, body?: unknown): Sent => ({ as: 'page', method, body });
const own = (runner: StartedRunner, name: string) => join(runner.workspace, '.lathe', name);
const calc = { toolId: 'calc', arguments: { a: 1, op: '+', b: 2 } };
const files = (text: string) => shellFolder(`echo ${text}`, { description: text });

describe.each<EngineName>(['deno', 'node'])('What is damaged on %s', (engine) => {
  const startHere = (workspace?: string, port?: number, box: string[] = withoutSandboxes) =>
    startRunner(engine, workspace, port, box);
  /** Stops a runner, lets `damage` happen to its files, and starts the next one with the page's session. */
  const again = async (
    before: StartedRunner,
    damage: () => void = () => undefined,
    box?: string[],
  ) => {
    await before.stop('SIGKILL');
    damage();
    const after = await startHere(before.workspace, before.port, box);
    after.cookie = before.cookie;
    after.key = before.key;
    return after;
  };
  /** Whatever happens, no runner is left over. */
  const over = async (
    work: (start: (next: Promise<StartedRunner>) => Promise<StartedRunner>) => Promise<void>,
  ) => {
    let last: StartedRunner | undefined;
    try {
      await work(async (next) => (last = await next));
    } finally {
      await last?.discard();
    }
  };
  const first = async () => (await startHere()).enter();
  const enabled = async (runner: StartedRunner): Promise<string[]> => {
    const { tools } = await (await runner.fetch('/api/tools', { as: 'page' })).json();
    return tools.flatMap(({ id, enabled: isOn }: { id: string; enabled: boolean }) =>
      isOn ? [id] : [],
    );
  };
  const health = async (runner: StartedRunner) =>
    (await runner.fetch('/api/health', { as: 'page' })).json();
  const switchTo = (runner: StartedRunner, id: string, isOn: boolean) =>
    runner.fetch(`/api/tools/${id}/enabled`, page('PUT', { enabled: isOn }));
  const code = async (answer: Response) => [answer.status, (await answer.json()).error?.code];

  test('promise 11: settings that are cut off switch everything off, say so, and stay off', () =>
    over(async (start) => {
      const before = await start(first());
      await switchTo(before, 'calc', false);
      const path = own(before, 'settings.json');
      const after = await start(again(before, () => truncateSync(path, 40)));
      expect(await enabled(after)).toEqual([]);
      expect(await code(await after.fetch('/api/runs', { method: 'POST', body: calc }))).toEqual([
        403,
        'disabled',
      ]);
      const read = { tool: 'Read', arguments: { file_path: 'x' } };
      expect(await code(await after.fetch('/api/runs', { method: 'POST', body: read }))).toEqual([
        403,
        'disabled',
      ]);
      const { settings } = await (await after.fetch('/api/settings', { as: 'page' })).json();
      expect(settings.session).toEqual({ execution: 'ask-always', result: 'always' });
      const { setAside } = await health(after);
      expect(setAside).toMatchObject([{ file: '.lathe/settings.json', code: 'not-json' }]);
      expect(readFileSync(join(after.workspace, setAside[0].as), 'utf8')).toHaveLength(40);
      expect(await after.fetch('/api/health', { as: 'nobody' }).then((one) => one.json())).toEqual({
        ok: true,
      });
      await switchTo(after, 'greet', true);
      expect(await enabled(after)).toEqual(['greet']);
      expect(await enabled(await start(again(after)))).toEqual(['greet']);
    }));

  test('promise 11: of settings with one bad value the others count, and the bad one is told', () =>
    over(async (start) => {
      const before = await start(first());
      await switchTo(before, 'calc', false);
      const path = own(before, 'settings.json');
      const after = await start(
        again(before, () => {
          const kept = JSON.parse(readFileSync(path, 'utf8'));
          kept.settings.limits.approvalMs = 1;
          kept.settings.bash.enableSandbox = 'no';
          writeFileSync(path, JSON.stringify(kept));
        }, []),
      );
      const on = await enabled(after);
      expect([on.includes('calc'), on.includes('greet')]).toEqual([false, true]);
      const { settings } = await (await after.fetch('/api/settings', { as: 'page' })).json();
      expect(settings).toMatchObject({
        bash: { enableSandbox: true },
        limits: { approvalMs: 300_000 },
      });
      const { setAside } = await health(after);
      expect(setAside).toMatchObject([{ code: 'bad-values' }]);
      expect(setAside[0].values.toSorted()).toEqual([
        'settings.bash.enableSandbox',
        'settings.limits.approvalMs',
      ]);
      // This start has its sandboxes: what is still switched on runs as before.
      await after.ready('python');
      const greeted = await after.run({ toolId: 'greet', arguments: { name: 'Ada' } });
      expect(greeted.at(-1)?.data.ending.kind).toBe('finished');
    }));

  test('promise 11: a change is refused while the settings cannot be read, and loses none of them', () =>
    over(async (start) => {
      const runner = await start(first());
      await switchTo(runner, 'calc', false);
      const path = own(runner, 'settings.json');
      const text = readFileSync(path, 'utf8');
      // More than any program can read, even one that may read everything.
      truncateSync(path, 2 ** 42);
      await expect.poll(() => enabled(runner), { interval: 1 }).toEqual([]);
      expect(await code(await switchTo(runner, 'greet', false))).toEqual([503, 'unread']);
      expect(await health(runner)).toMatchObject({
        setAside: [{ file: '.lathe/settings.json', code: 'unreadable' }],
      });
      truncateSync(path, Buffer.byteLength(text));
      expect(readFileSync(path, 'utf8')).toBe(text);
      await expect.poll(() => enabled(runner), { interval: 1 }).toContain('greet');
      expect((await switchTo(runner, 'greet', false)).ok).toBe(true);
      expect(JSON.parse(readFileSync(path, 'utf8')).disabled).toEqual(['calc', 'greet']);
    }));

  test('folders that the settings page would refuse open nothing when they are written by hand', () =>
    over(async (start) => {
      const outside = mkdtempSync(join(tmpdir(), 'lathe-outside-'));
      writeFileSync(join(outside, 'note'), 'a note');
      const before = await start(first());
      const { settings } = await (await before.fetch('/api/settings', { as: 'page' })).json();
      const write = (allowedDirectories: string[], more: object = {}) => {
        const { session: _, ...kept } = settings;
        const bash = { ...kept.bash, allowedDirectories, ...more };
        const text = JSON.stringify({ disabled: [], settings: { ...kept, bash } });
        writeFileSync(own(before, 'settings.json'), text);
      };
      const after = await start(
        again(before, () =>
          write([outside, '/', '/nowhere/at/all', '/etc'], { defaultWorkingDirectory: '/' }),
        ),
      );
      const bash = async () =>
        (await (await after.fetch('/api/settings', { as: 'page' })).json()).settings.bash;
      expect(await bash()).toMatchObject({ allowedDirectories: [outside] });
      expect(await bash()).not.toHaveProperty('defaultWorkingDirectory');
      const { setAside } = await health(after);
      expect(setAside).toMatchObject([{ file: '.lathe/settings.json', code: 'bad-values' }]);
      expect(setAside[0].values.toSorted()).toEqual([
        ...[1, 2, 3].map((at) => `settings.bash.allowedDirectories.${at}`),
        'settings.bash.defaultWorkingDirectory',
      ]);
      const read = async (path: string) => {
        const body = { tool: 'Read', arguments: { file_path: path } };
        return (await after.run(body)).at(-1)?.data;
      };
      expect((await read(join(outside, 'note'))).result.llmContent).toContain('a note');
      expect((await read('/etc/hostname')).ending.kind).toBe('denied');
      // While it runs, too.
      write(['/', outside]);
      expect((await read('/etc/hostname')).ending.kind).toBe('denied');
      expect(await bash()).toMatchObject({ allowedDirectories: [outside] });
    }));

  test('promise 7: of damaged decisions, sessions and rights nothing is granted, and every call asks', () =>
    over(async (start) => {
      const before = await start(first());
      const names = ['grants.json', 'module-rights.json', 'sessions.json'];
      const after = await start(
        again(before, () => names.forEach((name) => writeFileSync(own(before, name), '[{"id":'))),
      );
      expect((await after.fetch('/api/tools', { as: 'page' })).status).toBe(401);
      await after.enter();
      const { setAside } = await health(after);
      expect(setAside.map(({ file }: { file: string }) => file)).toEqual(
        names.map((name) => `.lathe/${name}`),
      );
      const asked: string[] = [];
      await after.run(
        { folder: shellFolder('ls'), arguments: {} },
        'page',
        async ({ event, data }) => {
          asked.push(event);
          if (event !== 'approval') return;
          const body = { id: data.approval.id, answer: 'deny', scope: 'once' };
          await after.fetch(
            `/api/runs/${data.runId ?? data.approval.runId}/decision`,
            page('POST', body),
          );
        },
      );
      expect(asked).toContain('approval');
    }));

  test.each([
    ['no database', (path: string) => writeFileSync(path, 'x'.repeat(5000))],
    ['cut off', (path: string) => truncateSync(path, 20_000)],
  ])('a history that is %s does not keep the runner from starting', (_, damage) =>
    over(async (start) => {
      const before = await start(first());
      await before.run({ folder: files('hello'), arguments: {} }, 'page');
      const path = own(before, 'runs.sqlite');
      const after = await start(
        again(before, () => {
          // All of it in one file, from which nothing can be mended.
          const database = new LibsqlDatabase(path);
          database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
          database.close();
          damage(path);
        }),
      );
      expect(await (await after.fetch('/api/runs', { as: 'page' })).json()).toMatchObject({
        runs: [],
      });
      const { setAside } = await health(after);
      expect(setAside).toMatchObject([{ file: '.lathe/runs.sqlite', code: 'bad-database' }]);
      expect(existsSync(join(after.workspace, setAside[0].as))).toBe(true);
      await after.run({ folder: files('hello'), arguments: {} }, 'page');
      expect((await (await after.fetch('/api/runs', { as: 'page' })).json()).runs).toHaveLength(1);
    }),
  );

  test('a history whose damage shows only when a page is read is set aside, and goes on', () =>
    over(async (start) => {
      const before = await start(first());
      await before.run({ folder: files('hello'), arguments: {} }, 'page');
      const path = own(before, 'runs.sqlite');
      const after = await start(
        again(before, () => {
          const database = new LibsqlDatabase(path);
          database.exec(
            `INSERT INTO runs SELECT NULL, 'run-' || key, 'x', 'x', 'page', 1, 1, 'finished', 1, '{}',
               'text', json_object('result', NULL, 'filler', hex(randomblob(2000)))
             FROM json_each('[' || substr(replace(hex(zeroblob(300)), '00', ',1'), 2) || ']');
             PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE`,
          );
          database.close();
          const bytes = readFileSync(path);
          bytes.fill(0xff, Math.floor(bytes.length * 0.4), Math.floor(bytes.length * 0.6));
          writeFileSync(path, bytes);
        }),
      );
      expect(await health(after)).not.toHaveProperty('setAside.0');
      const statuses: number[] = [];
      for (let next = '', at = 0; at < 10; at += 1) {
        const answer = await after.fetch(`/api/runs?limit=50${next}`, { as: 'page' });
        statuses.push(answer.status);
        const list = await answer.json();
        if (!list.next) break;
        next = `&before=${list.next}`;
      }
      expect([...new Set(statuses)]).toEqual([200]);
      expect(statuses.length).toBeGreaterThan(2);
      const { setAside } = await health(after);
      expect(setAside).toMatchObject([{ file: '.lathe/runs.sqlite', code: 'bad-database' }]);
      expect(existsSync(join(after.workspace, setAside[0].as))).toBe(true);
      await after.run({ folder: files('hello'), arguments: {} }, 'page');
      const { runs } = await (await after.fetch('/api/runs', { as: 'page' })).json();
      expect(runs).toMatchObject([{ outcome: 'finished' }]);
      const whole = await after.fetch(`/api/runs/${runs[0].id}`, { as: 'page' });
      expect(await whole.json()).toMatchObject({ result: { success: true } });
    }));

  test('of rows of the history that are damaged, the others are served, and the damage is said', () =>
    over(async (start) => {
      const before = await start(first());
      for (const text of ['one', 'two', 'three'])
        await before.run({ folder: files(text), arguments: {} }, 'page');
      const path = own(before, 'runs.sqlite');
      const after = await start(
        again(before, () => {
          const database = new LibsqlDatabase(path);
          database.exec(
            `UPDATE runs SET outcome = 'odd' WHERE seq = 1;
             UPDATE runs SET started_at = 'long ago' WHERE seq = 2;
             INSERT INTO runs SELECT NULL, 'going', tool_id, x'ff', caller, 'x', 0, 'alive', 0, '{', '', '{}'
               FROM runs WHERE seq = 3;
             INSERT INTO decisions VALUES (1, 'r', 'good', 'h', 'execution', 't', 'allow', 'once', 'w'),
               (2, 'r', 'bad', 'h', 'execution', 't', 'perhaps', 'once', 'w');`,
          );
          database.close();
        }),
      );
      const get = async (at: string) => {
        const answer = await after.fetch(at, { as: 'page' });
        expect([at, answer.status]).toEqual([at, 200]);
        return answer.json();
      };
      expect((await health(after)).setAside ?? []).toEqual([]);
      const { runs, total } = await get('/api/runs');
      expect([runs.length, total]).toEqual([4, 4]);
      expect(runs[1]).toMatchObject({ outcome: 'finished', success: true });
      const bad = [runs[0], runs[2], runs[3]];
      for (const { id } of bad) {
        const { ending } = await get(`/api/runs/${id}`);
        expect(ending).toMatchObject({
          ...{ kind: 'crashed', reason: 'The record of this run in the history is damaged' },
        });
      }
      expect((await get('/api/runs?outcome=crashed')).total).toBe(1);
      const { count, buckets } = await get('/api/runs/durations?points=1');
      expect([count, buckets[0].from > 1000]).toEqual([2, true]);
      const { past } = await get('/api/decisions');
      expect(past.map(({ tool }: { tool: string }) => tool)).toContain('good');
      expect(past.map(({ tool }: { tool: string }) => tool)).not.toContain('bad');
      expect(after.complaints.join('')).toMatch(
        /^history: 1 decision is damaged and left out of the list$/m,
      );
    }));

  test('promise 9: what "lathe import" brings is off in a runner that has the workspace open', () =>
    over(async (start) => {
      const runner = await start(first());
      const { settings, revision } = await (
        await runner.fetch('/api/settings', { as: 'page' })
      ).json();
      const source = mkdtempSync(join(tmpdir(), 'lathe-sent-'));
      const sent = join(source, 'sent');
      mkdirSync(sent);
      for (const [name, text] of Object.entries(files('sent')))
        writeFileSync(join(sent, name), text);
      const { command } = engines.find((one) => one.engine.toLowerCase() === engine) ?? {
        command: [],
      };
      const into = join(runner.workspace, 'tools');
      expect(await startLathe(command, ['import', sent, '--into', into])).toMatchObject({
        code: 0,
      });
      expect(await enabled(runner)).not.toContain('sent');
      const body = { toolId: 'sent', arguments: {} };
      expect(await code(await runner.fetch('/api/runs', { method: 'POST', body }))).toEqual([
        403,
        'disabled',
      ]);
      // The state of before the import is stale, and does not overwrite it.
      const put = await runner.fetch('/api/settings', page('PUT', { settings, revision }));
      expect(put.status).toBe(412);
      await switchTo(runner, 'calc', false);
      expect(await enabled(await start(again(runner)))).not.toContain('sent');
    }));

  test('promise 9: what comes out of the trash is off', () =>
    over(async (start) => {
      const runner = await start(first());
      const gone = await (await runner.fetch('/api/tools/calc', page('DELETE'))).json();
      const restore = () => runner.fetch(`/api/trash/${gone.key}/restore`, page('POST'));
      const answers = await Promise.all([restore(), restore()]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404]);
      expect(await enabled(runner)).not.toContain('calc');
    }));

  test('what lies in the trash is there after a restart, and what was deleted for ever is not', () =>
    over(async (start) => {
      let runner = await start(first());
      const trashed = async (): Promise<string[]> =>
        (await (await runner.fetch('/api/trash', page('GET'))).json()).discarded.map(
          ({ key }: { key: string }) => key,
        );
      const remove = async (id: string): Promise<string> =>
        (await (await runner.fetch(`/api/tools/${id}`, page('DELETE'))).json()).key;
      const [kept, gone] = [await remove('calc'), await remove('echo')];
      expect((await runner.fetch(`/api/trash/${gone}`, page('DELETE'))).status).toBe(200);
      runner = await start(again(runner));
      expect(await trashed()).toEqual([kept]);
      const answer = await runner.fetch(`/api/trash/${kept}/restore`, page('POST'));
      expect(await answer.json()).toMatchObject({ id: 'calc' });
      expect(await trashed()).toEqual([]);
    }));

  test('six imports of one name at once are six folders', () =>
    over(async (start) => {
      const runner = await start(first());
      const body = { files: files('sent'), name: 'sent' };
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => runner.fetch('/api/import', { method: 'POST', body })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
      const ids = (await Promise.all(answers.map((one) => one.json()))).flatMap((one) => one.ids);
      const expected = ['sent', ...[2, 3, 4, 5, 6].map((at) => `sent_${at}`)];
      expect(ids.toSorted()).toEqual(expected);
      expect(readdirSync(join(runner.workspace, 'tools'))).toEqual(
        expect.arrayContaining(expected),
      );
      expect((await enabled(runner)).filter((id) => id.startsWith('sent'))).toEqual([]);
    }));

  test('a run whose end was told of survives its runner', () =>
    over(async (start) => {
      let runner = await start(first());
      for (let at = 0; at < 3; at += 1) {
        let runId = '';
        const ending = runner.run(
          { folder: files('hello'), arguments: {} },
          'page',
          async ({ event, data }) => {
            if (event === 'started') ({ runId } = data);
            if (event === 'ended') await runner.stop('SIGKILL');
          },
        );
        await ending.catch(() => undefined);
        runner = await start(again(runner));
        const kept = await (await runner.fetch(`/api/runs/${runId}`, { as: 'page' })).json();
        expect(kept).toMatchObject({ outcome: 'finished', result: { llmContent: 'hello\n' } });
      }
    }));

  describe.runIf(boxed.isHere)('in a workspace that cannot be written', () => {
    test('the runner starts, says so, runs tools, and refuses to save', () =>
      over(async (start) => {
        const before = await start(startHere());
        await before.stop();
        const { workspace, port } = before;
        const runner = await start(
          startHere(workspace, port, [...withoutSandboxes, ...boxed.readOnly(workspace)]),
        );
        await runner.enter();
        expect(await health(runner)).toMatchObject({
          readOnly: { code: 'read-only' },
          setAside: [],
        });
        const save = { body: { files: files('new') }, headers: { 'If-None-Match': '*' } };
        const { settings, revision } = await (
          await runner.fetch('/api/settings', { as: 'page' })
        ).json();
        const put = { settings: { ...settings, enableToolCalls: false }, revision };
        for (const refused of [
          runner.fetch('/api/tools/new', { ...page('PUT'), ...save }),
          runner.fetch('/api/tools/calc', page('DELETE')),
          runner.fetch('/api/settings', page('PUT', put)),
          switchTo(runner, 'calc', false),
          runner.fetch('/api/import', { method: 'POST', body: { files: files('new') } }),
        ]) {
          expect(await code(await refused)).toEqual([503, 'read-only']);
        }
        expect(await enabled(runner)).toContain('calc');
        const after = await (await runner.fetch('/api/settings', { as: 'page' })).json();
        expect(after).toMatchObject({ settings, revision });
      }));

    test('one that was never opened is opened all the same', () =>
      over(async (start) => {
        const workspace = mkdtempSync(join(tmpdir(), 'lathe-bare-'));
        const runner = await start(
          startHere(workspace, 0, [...withoutSandboxes, ...boxed.readOnly(workspace)]),
        );
        await runner.enter();
        expect(await health(runner)).toMatchObject({ readOnly: { code: 'read-only' } });
        expect(await enabled(runner)).toContain('builtin:Read');
      }));

    test('a full disk is named, costs no token, and nothing is left of what did not fit', () =>
      over(async (start) => {
        const before = await start(startHere());
        await before.stop();
        const runner = await start(
          startHere(before.workspace, before.port, [
            ...withoutSandboxes,
            ...boxed.small(before.workspace, 8_000_000),
          ]),
        );
        const put = async (id: string, more: object, condition: object) => {
          const body = { files: { ...files('big'), ...more } };
          const headers = { ...condition };
          return code(await runner.fetch(`/api/tools/${id}`, { method: 'PUT', headers, body }));
        };
        const [fresh, any] = [{ 'If-None-Match': '*' }, { 'If-Match': '*' }];
        expect(await put('big', {}, fresh)).toEqual([201, undefined]);
        // What did not fit is gone, so that something of half the disk still does.
        for (let tries = 0; tries < 3; tries += 1) {
          const more = { one: 'x'.repeat(4_500_000), two: 'x'.repeat(4_500_000) };
          expect(await put('big', more, any)).toEqual([507, 'disk-full']);
          expect(await put('other', more, fresh)).toEqual([507, 'disk-full']);
        }
        const more: Record<string, string> = { one: 'x'.repeat(4_000_000) };
        expect(await put('big', more, any)).toEqual([200, undefined]);
        // A page of the disk at a time, until there is none left.
        for (let size = 300_000; size > 0; size = Math.floor(size / 4)) {
          for (let at = 0; ; at += 1) {
            const next = { ...more, [`${size}_${at}`]: 'x'.repeat(size) };
            if ((await put('big', next, any))[0] === 507) break;
            Object.assign(more, next);
          }
        }
        const { pageToken: token } = runner;
        const enter = () =>
          runner.fetch('/api/session', { as: 'nobody', method: 'POST', body: { token } });
        // A token that was used would be refused the second time.
        for (const answer of [await enter(), await enter()])
          expect(await code(answer)).toEqual([507, 'disk-full']);
      }));
  });
});
