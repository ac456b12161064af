import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { onBareEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import { boxed } from '../fixtures/start-runner.ts';

onBareEngines('Where an approved command can write', (runner) => {
  const files = () => `${runner().workspace}/files`;
  const holds = (path: string) =>
    existsSync(`${files()}/${path}`) ? readFileSync(`${files()}/${path}`, 'utf8') : undefined;
  /** Two folders in one of their own; links in the first lead to the second. */
  const lay = (name: string) => {
    const root = `${files()}/${name}`;
    for (const folder of ['sub/tree', 'sub/out/tree', 'other'])
      mkdirSync(`${root}/${folder}`, { recursive: true });
    writeFileSync(`${root}/sub/a`, 'a\n');
    writeFileSync(`${root}/sub/tree/f`, 'new\n');
    writeFileSync(`${root}/other/f`, 'old\n');
    symlinkSync('../other', `${root}/sub/link`);
    symlinkSync('../other/f', `${root}/sub/to-f`);
    symlinkSync('../../../other/f', `${root}/sub/out/tree/f`);
  };
  /** The ending of a call, and the questions on the way; each is answered with "allow". */
  const run = async (body: object, decision: object = { scope: 'once' }) => {
    const questions: { writes?: string[] }[] = [];
    const events = await runner().run(body, 'page', async ({ event, data }) => {
      if (event !== 'approval') return;
      questions.push(data.approval);
      await runner().fetch(`/api/runs/${data.approval.runId}/decision`, {
        ...{ as: 'page', method: 'POST' },
        body: { id: data.approval.id, answer: 'allow', ...decision },
      });
    });
    return { questions, ending: events.at(-1)?.data.ending };
  };
  const builtin = (command: string) => ({ tool: 'Bash', arguments: { command } });
  const authored = (command: string) => ({ folder: shellFolder(command), arguments: {} });

  test.runIf(boxed.isHere).each([
    ['Bash', builtin],
    ['an authored tool', authored],
  ])('W1 %s can write in the folders that its command names', async (tool, call) => {
    const at = tool === 'Bash' ? 'b' : 's';
    lay(at);
    const rows: [command: string, writes: string[] | undefined, written: string, text: string][] = [
      [`touch ${at}/sub/x`, [`${at}/sub`], 'sub/x', ''],
      [`cp ${at}/sub/a ${at}/sub/b`, [`${at}/sub`], 'sub/b', 'a\n'],
      [`mkdir -p ${at}/new/er && echo hi > ${at}/new/er/x`, [at], 'new/er/x', 'hi\n'],
      [`touch ${at}/sub/link/x`, [`${at}/other`], 'other/x', ''],
      [`cat ${at}/sub/a > ${at}/sub/to-f`, [`${at}/other`, `${at}/sub`], 'other/f', 'a\n'],
      [`mv ${at}/sub/a ${at}/other`, [`${at}/other`, `${at}/sub`], 'other/a', 'a\n'],
      [`n=${at}/y; touch "$n"`, undefined, 'y', ''],
    ];
    for (const [command, writes, written, text] of rows) {
      const { questions, ending } = await run(call(command));
      expect(questions.map((question) => question.writes)).toEqual([writes]);
      expect(ending, command).toMatchObject({ kind: 'finished', layers: ['bubblewrap'] });
      expect(holds(`${at}/${written}`), command).toBe(text);
    }
    const top = await run(call(`touch ${at}-top`));
    expect(top).toMatchObject({ questions: [{}], ending: { kind: 'finished' } });
    expect(top.questions[0]?.writes).toBeUndefined();
  });

  test.runIf(boxed.isHere).each([
    // The link is made by the command itself, after it was judged.
    ['cp -a @/sub/link @/sub/late; touch @/sub/late/x', 'other/x', undefined],
    ['cp -r @/sub/tree @/sub/out', 'other/f', 'old\n'],
  ])('W1 everything else is read-only: %s', async (command, path, text) => {
    for (const [at, call] of [
      ['rb', builtin],
      ['rs', authored],
    ] as const) {
      const root = `${at}-${path.slice(-1)}`;
      lay(root);
      const body = call(command.replaceAll('@', root));
      // A remembered answer opens no more: the folders are found anew.
      for (const asked of [1, 0]) {
        rmSync(`${files()}/${root}/sub/late`, { force: true });
        const { questions, ending } = await run(body, { scope: 'session', covers: 'exact' });
        expect(questions.length).toBe(asked);
        expect(ending).toMatchObject({ kind: 'failed', layers: ['bubblewrap'] });
        expect(ending.output).toContain('Read-only file system');
        expect(holds(`${root}/${path}`)).toBe(text);
      }
    }
  });
});
