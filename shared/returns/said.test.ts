import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSaid, said, say, type SaidCode } from './said.ts';

const codes = Object.keys(said) as SaidCode[];

test.each(codes)('reads %s with its values', (code) => {
  const names = [...said[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = Object.fromEntries(names.map((name, at) => [name, `${at} of\n(it)`]));
  const message = say(code, values);
  expect(readSaid(message)).toEqual({ code, values, message });
});

test.each(['', 'Careful', 'The formatter of somebody', `${said['said-unboxed']}.`])(
  'what a tool says itself is left alone: %j',
  (text) => expect(readSaid(text)).toBeUndefined(),
);

/** Texts in files of guests and of the interpreter's kit, which import nothing. */
test.each<[SaidCode, string]>([
  ['said-formatter-of', 'languages/python/guest/run.py'],
  ['said-formatter', 'languages/powershell/guest/run.ps1'],
  ['said-ended-early', 'languages/powershell/guest/run.ps1'],
  ['said-deep', 'languages/powershell/guest/run.ps1'],
  ['step-starting', '../runner/hosts/pyodide/child/build.ts'],
  ['step-library', '../runner/hosts/pyodide/child/build.ts'],
  ['step-modules', '../runner/hosts/pyodide/child/build.ts'],
  ['step-image', '../runner/hosts/pyodide/child/build.ts'],
  ['step-written', '../runner/hosts/pyodide/child/build.ts'],
])('%s is the text of %s', (code, file) => {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').replaceAll('`"', '"');
  for (const part of said[code].split(/\{\w+\}/)) expect(source).toContain(part);
});
