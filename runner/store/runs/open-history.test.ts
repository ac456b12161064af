import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, type Database } from '../../platform/database.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { openHistory, openTaskStore } from './open-history.ts';

/** A workspace whose databases fail once with `state.fault`, and the lines that the runner would log. */
function ground() {
  const workspace = mkdtempSync(join(tmpdir(), 'lathe-kept-'));
  mkdirSync(join(workspace, '.lathe'));
  const lines: string[] = [];
  const log = (line: string) =>
    void lines.push(line.replaceAll(workspace, 'WS').replace(/(damaged)[-.\w]*"/, '$1"'));
  const state: { fault?: string | undefined; database?: Database } = {};
  const check = () => {
    const { fault } = state;
    state.fault = undefined;
    if (fault !== undefined) throw new Error(fault);
  };
  const open = async (path: string): Promise<Database> => {
    check();
    const database = await openDatabase(path);
    state.database = database;
    return { ...database, run: (...given) => (check(), database.run(...given)) };
  };
  return {
    ...{ lines, state },
    given: { disk: nodeDisk, openDatabase: open, workspace, log, keep: () => 10 },
  };
}

const decision = {
  ...{ runId: 'r', tool: 't', toolHash: 'h', about: 'execution', text: 'ls', answer: 'allow' },
  ...{ scope: 'once', why: '' },
};

test('what is logged of the history says what happened, and nothing else', async () => {
  const { given, lines, state } = ground();
  const { history } = await openHistory(given);
  state.fault = 'database or disk is full';
  history.decided(decision);
  history.decided(decision);
  state.database?.exec(`UPDATE decisions SET answer = 'odd'`);
  expect(history.decisions(10)).toEqual([]);
  state.fault = 'database disk image is malformed';
  history.decided(decision);
  expect(history.decisions(10)).toHaveLength(1);
  history.close();
  expect(lines).toEqual([
    'history: a decision could not be kept: Error: database or disk is full',
    'history: 1 decision is damaged and left out of the list',
    expect.stringMatching(
      /^workspace: "WS\/\.lathe\/runs\.sqlite" is damaged; it was moved to "WS\/.*damaged"/,
    ),
  ]);
});

test('what is logged of tasks says what happened, and nothing else', async () => {
  const { given, lines, state } = ground();
  state.fault = 'database is locked';
  expect(await openTaskStore(given)).toBeUndefined();
  const tasks = await openTaskStore(given);
  state.fault = 'database or disk is full';
  tasks?.fetched('a');
  tasks?.close();
  expect(lines).toEqual([
    'tasks: they could not be opened, so calls do not become tasks: Error: database is locked',
    'tasks: that a client has an answer could not be kept: Error: database or disk is full',
  ]);
});
