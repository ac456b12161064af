import { mkdir, rm, writeFile } from 'node:fs/promises';
import { zipSync, strToU8 } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPythonHost, type PythonHost } from './python-host.ts';
import { job, run, testGround } from './fixtures/test-ground.ts';

let host: PythonHost;
let wheels: string;

const wheel = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

beforeAll(async () => {
  const ground = await testGround();
  wheels = `${ground.imageDirectory}/../wheels-${process.pid}`;
  await mkdir(wheels, { recursive: true });
  const metadata = 'Metadata-Version: 2.1\nName: tiny-words\nVersion: 1.10\n';
  const old = { 'tiny_words/__init__.py': 'version = "1.9"' };
  const recent = {
    'tiny_words/__init__.py': 'version = "1.10"\ndef words(text): return text.split()',
    'tiny_words/data.txt': 'beside the code',
    'tiny_words-1.10.dist-info/METADATA': metadata,
  };
  await writeFile(`${wheels}/tiny_words-1.9-py3-none-any.whl`, wheel(old));
  await writeFile(`${wheels}/tiny_words-1.10-py3-none-any.whl`, wheel(recent));
  await writeFile(
    `${wheels}/fast-1.0-cp314-cp314-manylinux_2_28_x86_64.whl`,
    wheel({ 'a.so': '' }),
  );
  await writeFile(`${wheels}/broken-1.0-py3-none-any.whl`, 'no zip');
  const node = ground.engines.node;
  host = createPythonHost({ ...ground, ...node, size: 1, wheelsDirectory: wheels });
});
afterAll(async () => {
  await host?.close();
  await rm(wheels, { recursive: true, force: true });
});

test('a named wheel is installed, newest first, with its data and its metadata', async () => {
  const source = `import importlib.metadata, importlib.resources, tiny_words
def main():
    data = importlib.resources.files("tiny_words").joinpath("data.txt").read_text()
    return [tiny_words.version, tiny_words.words("a b"), data, importlib.metadata.version("tiny-words")]`;
  const asked = job(source, { packages: ['Tiny.Words'] });
  const value = ['1.10', ['a', 'b'], 'beside the code', '1.10'];
  expect(await run(host, asked)).toMatchObject({ kind: 'finished', value });
});

test("a call's changes to a package are gone in the next", async () => {
  const spoil = `import tiny_words, pathlib
def main():
    tiny_words.version = "mine"
    try: pathlib.Path(tiny_words.__file__).write_text("version = 'mine'")
    except OSError as error: return error.strerror`;
  const look = 'import tiny_words\ndef main(): return tiny_words.version';
  const packages = ['tiny-words'];
  expect(await run(host, job(spoil, { packages }))).toMatchObject({
    value: 'Permission denied',
  });
  expect(await run(host, job(look, { packages }))).toMatchObject({ value: '1.10' });
});

test('a tool that names none sees none', async () => {
  const ending = await run(host, job('import tiny_words'));
  expect(ending).toMatchObject({ kind: 'failed', fault: { class: 'ModuleNotFoundError' } });
});

test.each([
  ['absent', /"absent", which is not in ".*"; run "pip download .* absent"/],
  ['fast', /"fast-1.0-cp314-.*" contains compiled code/],
  ['broken', /could not be started.*BadZipFile/s],
])('a missing package is named: %s', async (name, reason) => {
  const ending = await run(host, job('def main(): pass', { packages: [name] }));
  expect(ending).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(reason) });
});
