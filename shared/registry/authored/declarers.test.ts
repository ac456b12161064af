import { expect, test } from 'vitest';
import { bash } from '../../languages/bash/bash.ts';
import { unrun, type Ending } from '../../tool/run/ending.ts';
import type { Job } from '../../tool/run/job.ts';
import type { Json } from '../../tool/json.ts';
import type { Language } from '../../tool/language.ts';
import { declarers } from './declarers.ts';

const job = (source: string) => ({ host: 'reader', script: source }) as unknown as Job;
const reads: Language = {
  ...bash,
  id: 'reads',
  host: 'reader',
  declareJob: ({ source }) => job(source),
};
const said = { ok: true, tools: [], problems: [] };
const ended = (ending: Ending, value?: Json): Ending =>
  value === undefined ? ending : { ...ending, value };
const finished = unrun({ kind: 'finished', exitCode: 0 });
const fault = { class: 'SyntaxError', message: 'line 3' };
const { fault: _, ...silent } = unrun({ kind: 'failed', exitCode: 1, fault }) as Ending & {
  fault?: unknown;
};

/** The readers of two languages on hosts whose jobs all end like this. */
const readers = (ending: Ending, languages: Language[] = [reads], jobs: Job[] = []) =>
  declarers(new Map(languages.map((language) => [language.id, language])), {
    get: (id: string) =>
      id === 'reader'
        ? {
            async perform(asked: Job) {
              jobs.push(asked);
              return ending;
            },
          }
        : undefined,
  } as Parameters<typeof declarers>[1]);
const asked = { source: 'text', file: 'a.py', options: {} };

test('a language has a reader if it reads modules and its host exists', () => {
  const { declareJob: __, ...silentLanguage } = reads;
  const languages: Language[] = [
    reads,
    { ...silentLanguage, id: 'reads no modules' },
    { ...reads, id: 'has no host', host: 'elsewhere' },
  ];
  expect([...readers(finished, languages).keys()]).toEqual(['reads']);
});

test.each<[string, Ending, unknown]>([
  ['a reader that finished', ended(finished, said), said],
  ['an answer of another form', ended(finished, { ok: 1 }), 'its reader ended as "finished"'],
  ['no answer', finished, 'its reader ended as "finished"'],
  ['a reader that failed with an answer', ended(silent, said), 'its reader ended as "failed"'],
  ['a reader that failed', unrun({ kind: 'failed', exitCode: 1, fault }), 'SyntaxError: line 3'],
  ['no host', unrun({ kind: 'unavailable', reason: 'Install it' }), 'Install it'],
  ['a reader that was stopped', unrun({ kind: 'cancelled' }), 'its reader ended as "cancelled"'],
])('%s is a value', async (_name, ending, answer) => {
  const jobs: Job[] = [];
  const declared = await readers(ending, [reads], jobs).get('reads')?.(asked);
  expect(declared).toEqual(typeof answer === 'string' ? { unavailable: answer } : answer);
  expect(jobs).toEqual([job('text')]);
});
