import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import type { Sent } from '../fixtures/start-runner.ts';

interface Discarded {
  id: string;
  key: string;
  deletedAt: number;
  restoresAs: string;
}

onBothEngines('The trash', (runner) => {
  const call = async (path: string, sent: Sent = {}) => {
    const answer = await runner().fetch(path, { as: 'page', ...sent });
    return { status: answer.status, body: await answer.json() };
  };
  const make = (id: string, note = '') =>
    call(`/api/tools/${id}`, {
      method: 'PUT',
      headers: { 'If-None-Match': '*' },
      body: {
        files: {
          'definition.json': JSON.stringify({ id, description: 'To be deleted', parameters: {} }),
          'execution.py': 'print(1)\n',
          'note.txt': note,
        },
      },
    });
  /** As a row made them, so that their number is known. */
  const trashed = async (id: string): Promise<[Discarded, Discarded]> => {
    const { discarded } = (await call('/api/trash')).body;
    return discarded.filter((one: Discarded) => one.id === id);
  };
  const remove = (id: string) => call(`/api/tools/${id}`, { method: 'DELETE' });
  const at = (key: string, way: 'restore' | '') => `/api/trash/${key}${way && `/${way}`}`;

  test('two of one name lie there, the newest first, and each says what it is restored as', async () => {
    const texts = ['one', 'two'];
    for (const text of texts) {
      await make('twin', text);
      await remove('twin');
    }
    await make('twin');
    const [newer, older] = await trashed('twin');
    expect([newer.restoresAs, older.restoresAs]).toEqual(['twin_2', 'twin_2']);
    expect(newer.deletedAt).toBeGreaterThanOrEqual(older.deletedAt);
    const notes = [];
    for (const { key } of [older, newer]) {
      const { body } = await call(at(key, 'restore'), { method: 'POST' });
      notes.push([body.id, body.files['note.txt']]);
    }
    expect(notes.map(([id]) => id)).toEqual(['twin_2', 'twin_3']);
    expect(notes.map(([, note]) => note).sort()).toEqual(texts);
    expect(await trashed('twin')).toEqual([]);
  });

  test('what is deleted for ever is gone, and what has its name stays', async () => {
    for (const note of ['one', 'two']) {
      await make('ended', note);
      await remove('ended');
    }
    const [newer, older] = await trashed('ended');
    expect((await call(at(newer.key, ''), { method: 'DELETE' })).status).toBe(200);
    expect((await trashed('ended')).map(({ key }) => key)).toEqual([older.key]);
    for (const way of ['', 'restore'] as const) {
      const method = way === '' ? 'DELETE' : 'POST';
      expect((await call(at(newer.key, way), { method })).body.error.code).toBe('not-in-trash');
    }
    expect((await call(at(older.key, 'restore'), { method: 'POST' })).body.id).toBe('ended');
  });

  test('damage: a broken tool comes back as it is, and what is no deleted folder is left alone', async () => {
    await make('hurt');
    await remove('hurt');
    const [{ key }] = await trashed('hurt');
    const trash = join(runner().workspace, '.lathe', 'trash');
    writeFileSync(join(trash, key, 'definition.json'), '{ "id": ');
    writeFileSync(join(trash, `hurt~1~01234567`), 'a file');
    mkdirSync(join(trash, 'by_hand'));
    expect((await trashed('hurt')).map(({ key }) => key)).toEqual([key]);
    const others = { 'hurt~1~01234567': 404, by_hand: 404, '..%2F..%2Ftools%2Fcalc': 400 };
    for (const [other, status] of Object.entries(others))
      expect((await call(at(other, ''), { method: 'DELETE' })).status, other).toBe(status);
    expect(readdirSync(trash)).toEqual(expect.arrayContaining(['by_hand', 'hurt~1~01234567']));
    const { body } = await call(at(key, 'restore'), { method: 'POST' });
    expect(body.files['definition.json']).toBe('{ "id": ');
  });
});
