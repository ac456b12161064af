import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Folder } from '../tool/folder.ts';
import type { Toolset } from '../tool/toolset.ts';
import { contentOf } from './file-bytes.ts';
import { foldersOfImport } from './import/folders-of-import.ts';
import { formats } from './formats.ts';
import { writers } from './writers.ts';
import { readZip, writeZip } from './import/zip.ts';

const root = resolve(import.meta.dirname, '../../examples');
const readFiles = (folder: string): Folder =>
  Object.fromEntries(
    readdirSync(join(root, folder)).map((file) => [
      file,
      contentOf(readFileSync(join(root, folder, file))),
    ]),
  );
const names = readdirSync(root).filter((name) => !name.startsWith('.'));
const examples = names.map((name) => ({ name, files: readFiles(name) }));
const both = [...formats.values()].flatMap((format) => {
  const writer = writers.get(format.id);
  return writer ? [{ id: format.id, format, writer }] : [];
});

test('there are examples and formats to try', () => {
  expect(examples.length).toBeGreaterThan(9);
  expect(both.length).toBeGreaterThan(0);
});

describe.each(both)('$id', ({ format, writer }) => {
  const own = examples.filter(({ files }) => format.detect(files) > 0.5);

  test.each(own)('A1.4 reads $name back from its written files', ({ name, files }) => {
    const { toolset } = format.read(name, files);
    const written = writer.write(toolset);
    expect(written.losses).toEqual([]);
    expect(format.read(name, written.files).toolset).toEqual(toolset);
  });

  test('keeps unknown fields of a definition', () => {
    const [example] = own;
    if (!example) return expect(own.length, 'no example in this format').toBe(0);
    const { toolset } = format.read(example.name, example.files);
    const extended = {
      ...toolset,
      tools: toolset.tools.map((tool) => ({ ...tool, extra: { 'x-team': { a: [1] } } })),
    };
    const files = writer.write(extended).files;
    expect(format.read(example.name, files).toolset).toEqual(extended);
  });
});

test("several tools become a folder each, and a group's prompt is reported", () => {
  const threeLayer = formats.get('three-layer');
  const tools = examples
    .slice(0, 2)
    .flatMap(({ name, files }) => threeLayer?.read(name, files).toolset.tools ?? []);
  const toolset: Toolset = {
    format: 'three-layer',
    group: { name: 'g', rulePrompt: 'Be kind' },
    tools,
  };
  const written = writers.get('three-layer')?.write(toolset);
  expect([...foldersOfImport(written?.files ?? {}).folders.keys()]).toEqual(
    tools.map((tool) => tool.definition.name),
  );
  expect(written?.losses[0]).toMatchObject({ path: '/rulePrompt', action: 'dropped' });
});

test.each(examples)('$name survives a zip byte for byte', ({ name, files }) => {
  const inFolder = Object.fromEntries(
    Object.entries(files).map(([file, content]) => [`${name}/${file}`, content]),
  );
  const read = readZip(writeZip(inFolder));
  expect(read.ok && foldersOfImport(read.files).folders).toEqual(new Map([[name, files]]));
});
