import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Question } from '../../shared/registry/approval/approve.ts';
import type { Reason } from '../../shared/tool/problem/reason.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { sha256 } from '../platform/sha256.ts';
import { Grants } from './grants.ts';

const npm: Reason = {
  code: 'c',
  values: { name: 'npm' },
  rule: 'unknown',
  message: 'It is unknown',
};
const git: Reason = { code: 'c', rule: 'git commit', message: 'It commits' };
const question = (more: Partial<Question>): Question => ({
  ...{ type: 't', title: 'T', runId: 'r', pattern: 'p', about: 'execution', tool: 'Bash' },
  ...{ text: 'npm test', arguments: {}, reasons: [npm], rule: 'npm test *' },
  ...more,
});
const always = { scope: 'always', covers: 'rule' } as const;
const workspace = () => mkdtempSync(join(tmpdir(), 'lathe-grants-'));

test.each<[string, 'allow' | 'deny', Partial<Question>, string | undefined]>([
  ['an approval covers its folder', 'allow', { folder: '/w/a', text: 'npm test b' }, 'allow'],
  ['an approval covers no other folder', 'allow', { folder: '/w/b' }, undefined],
  ['an approval covers no folder below', 'allow', { folder: '/w/a/b' }, undefined],
  ['an approval does not cover an unknown folder', 'allow', {}, undefined],
  ['a denial covers every folder', 'deny', { folder: '/w/b' }, 'deny'],
])('A3.28 of the first words of a command, %s', async (_, answer, asked, found) => {
  const grants = await Grants.open(nodeDisk, workspace());
  await grants.remember(question({ folder: '/w/a' }), 'h', { answer, ...always });
  expect(grants.find(question(asked), 'h')?.answer).toBe(found);
  const folder = answer === 'allow' ? { folder: '/w/a' } : {};
  expect(grants.list()).toEqual([expect.objectContaining({ rule: 'npm test *', ...folder })]);
  if (answer === 'deny') expect(grants.list()[0]).not.toHaveProperty('folder');
});

/** A decision about a rule, as older versions stored it. */
const stored = (tool: string, rule: string, reasons: Reason[], answer = 'allow') => ({
  ...{ id: `${tool} ${rule} ${answer}`, answer, ...always, about: 'execution', tool, rule },
  ...{ digest: sha256(JSON.stringify(['rule', 'execution', tool, 'h', rule])), text: '', reasons },
  decidedAt: 1,
});

test('A3.28 an approval of first words that names no folder counts no longer; all other decisions stay', async () => {
  const other: Reason = { code: 'c', message: 'It changes a file' };
  const kept = [
    stored('Edit', 'Edit:/w/a/*', [other]),
    stored('calc', 'calc *', [other]),
    stored('Bash', 'npm publish *', [npm], 'deny'),
  ];
  const folderless = [
    stored('Bash', 'npm test *', [npm]),
    stored('committer', 'git commit *', [other, git]),
  ];
  const at = workspace();
  mkdirSync(join(at, '.lathe'));
  const path = join(at, '.lathe/grants.json');
  writeFileSync(path, JSON.stringify([...folderless, ...kept]));
  const grants = await Grants.open(nodeDisk, at);
  expect(grants.find(question({ folder: '/w/files' }), 'h')).toBeUndefined();
  expect(grants.find(question({}), 'h')).toBeUndefined();
  for (const { tool, rule, answer } of kept) {
    const asked = question({ tool, rule, ...(tool === 'Bash' ? { folder: '/w/files' } : {}) });
    expect(grants.find(asked, 'h')?.answer, rule).toBe(answer);
  }
  const ids = kept.map(({ id }) => id);
  expect(grants.list().map(({ id }) => id)).toEqual(ids.toReversed());
  await grants.remember(question({ folder: '/w/files' }), 'h', { answer: 'allow', ...always });
  const next: { id: string }[] = JSON.parse(readFileSync(path, 'utf8'));
  expect(next.slice(0, -1).map(({ id }) => id)).toEqual(ids);
});
