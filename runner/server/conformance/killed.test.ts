import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import process from 'node:process';
import { describe, expect, test, vi } from 'vitest';
import { findPrograms } from '../../platform/process/programs.ts';
import { boxGround } from '../../remote/server-box.ts';
import { fixtures, hostileWay, pageOf } from '../fixtures/remote-servers.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import { startRunner, type EngineName, type StartedRunner } from '../fixtures/start-runner.ts';

vi.setConfig({ testTimeout: 240_000 });

const { deno } = (await boxGround(findPrograms())) ?? {};
if (deno === undefined)
  process.stderr.write('left out: a server with hosts, which needs a sandbox in one\n');

interface Process {
  pid: number;
  parent: number;
  /** When it began, by which a later one with its number is told from it. */
  began: string;
  command: string;
}

/** All processes of this machine, as proc(5) tells of them; what ends meanwhile is left out. */
const processes = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name may hold anything, and ends with the last bracket.
        const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const [state, parent = '', began = ''] = [words[0], words[1], words[19]];
        if (state === 'Z') return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent: Number(parent), began, command }];
      } catch {
        return [];
      }
    });

/** Those that a process started, and those that they did. */
function below(pid: number): Process[] {
  const all = processes();
  const of = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...of(one.pid)]);
  return of(pid);
}

const alive = (some: readonly Process[]): string[] => {
  const now = new Set(processes().map(({ pid, began }) => `${pid} ${began}`));
  return some.filter(({ pid, began }) => now.has(`${pid} ${began}`)).map(({ command }) => command);
};

/** Starts a run and leaves it to itself once it said something. */
async function begin(runner: StartedRunner, body: object): Promise<void> {
  await new Promise<void>((settle, fail) => {
    runner
      .run(body, 'page', async ({ event, data }) => {
        if (event === 'approval') {
          const { runId, id } = data.approval;
          const answer = { id, answer: 'allow', scope: 'once' };
          await runner.fetch(`/api/runs/${runId}/decision`, {
            ...{ as: 'page', method: 'POST', body: answer },
          });
        }
        if (event === 'output') settle();
        if (event === 'ended') fail(new Error(JSON.stringify(data)));
      })
      .catch(() => undefined);
  });
}

describe.each<EngineName>(['deno', 'node'])('A runner on %s', (engine) => {
  test('S13 killed with all that it started running, leaves none of it behind', async () => {
    const runner = await (await startRunner(engine)).enter();
    const page = pageOf(() => runner);
    const far = spawn('/usr/bin/node', [join(fixtures, 'hostile-server.mjs'), 'plain', '--http']);
    try {
      const [port] = await once(createInterface({ input: far.stdout }), 'line');
      await page.add('stays', hostileWay('stays'));
      const [url, net] = [`http://127.0.0.1:${port}/mcp`, [`127.0.0.1:${port}`]];
      const { grants, ...way } = hostileWay('stays');
      if (deno !== undefined) await page.add('reaches', { ...way, grants: { ...grants, net } });
      await page.add('far', { type: 'http', url });
      for (const { name, state } of (await (await page.send('', 'GET')).json()).servers)
        expect({ name, is: state.is }).toEqual({ name, is: 'ready' });
      await begin(runner, { folder: shellFolder('echo begun; sleep 600'), arguments: {} });
      await runner.ready('python');
      await runner.run({ toolId: 'todo_list', arguments: { action: 'list' } }, 'page');

      const wanted = ['hostile-server.mjs stays', 'sleep 600', `--allow-net=127.0.0.1:${port} `];
      if (deno !== undefined) wanted.push('granted/child');
      const missing = () => {
        const commands = below(runner.child.pid!).map(({ command }) => command);
        return wanted.filter((one) => !commands.some((command) => command.includes(one)));
      };
      await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
      const started = below(runner.child.pid!);
      await runner.stop('SIGKILL');
      await expect.poll(() => alive(started), { timeout: 30_000 }).toEqual([]);
    } finally {
      far.kill();
      await runner.discard();
    }
  });
});
