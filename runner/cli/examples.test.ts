import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderHash } from '../../shared/formats/script-module/content-hash.ts';
import { mainModule } from '../../shared/formats/script-module/module-files.ts';
import { readCache } from '../../shared/formats/script-module/read-cache.ts';
import { icons } from '../../shared/formats/icons.ts';
import { languages } from '../../shared/languages/languages.ts';
import { invokeAuthored as invoke } from '../../shared/registry/fixtures/invoke-authored.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import { openWorkspace } from '../store/workspace.ts';
import { openHosts } from '../hosts/open-hosts.ts';
import type { CliIo } from '../platform/cli-io.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { defaultLimits as limits } from '../../shared/registry/authored/authored-tool.ts';
import { openSource } from './open-source.ts';
import type { Source } from './open-source.ts';
import { sampleDiff } from './test.ts';
import { Session } from './session.ts';

const home = mkdtempSync(join(tmpdir(), 'lathe-examples-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
/** What a new workspace holds, on a machine that speaks a language. */
const placed = async (locale: string): Promise<string> => {
  const examples = resolve(import.meta.dirname, '../../examples');
  return `${await openWorkspace(nodeDisk, join(home, locale), examples, locale)}/tools`;
};
const [root, chinese] = await Promise.all(['en-US', 'zh-CN'].map(placed));
const io = { args: [], path: (written: string) => resolve(written) };
const session = new Session(io as unknown as CliIo, nodeDisk);

const readAll = (tools = ''): Promise<Source[]> =>
  Promise.all(
    readdirSync(tools).map(async (name) => {
      const source = await openSource(session, join(tools, name));
      if (!source.ok) throw new Error(source.message);
      return source;
    }),
  );
const [examples, translated] = await Promise.all([readAll(root), readAll(chinese)]);
const rows = [...examples, ...translated].flatMap((source) =>
  source.read.samples.map((sample) => ({ name: source.name, title: sample.name, source, sample })),
);

const han = /\p{Script=Han}/u;
/** A declaration without its words. */
const bare = (value: unknown): string =>
  JSON.stringify(value, (key, one: unknown) => (key === 'description' ? undefined : one));

describe('the Chinese edition', () => {
  const pairs = examples.flatMap((source) => {
    const other = translated.find(({ name }) => name === source.name);
    return source.files['index.ts'] ? [] : [{ name: source.name, source, other }];
  });
  test.each(pairs)('says of $name the same in Chinese', ({ source, other }) => {
    const [english, chinese] = [source, other].map((one) => one?.read.toolset.tools[0]?.definition);
    expect(bare(chinese)).toBe(bare(english));
    expect(chinese?.description).toMatch(han);
    expect(english?.description).not.toMatch(han);
    const argumentsOf = (one?: Source) => one?.read.samples.map((sample) => sample.arguments);
    expect(argumentsOf(other)?.length).toBe(argumentsOf(source)?.length);
  });
});

describe('every example', () => {
  test("A1.14 the guide's four are among them", () => {
    const names = examples.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['calc', 'echo', 'greet', 'text_len']));
    expect(names.length).toBeGreaterThanOrEqual(12);
  });

  const modules = examples.flatMap(({ name, files }) => {
    const module = Object.hasOwn(files, 'definition.json') ? undefined : mainModule(name, files);
    return module ? [{ name, files, module }] : [];
  });
  test.each(modules)('the cache of $name is about its files as they are', ({ files, module }) => {
    const known = readCache(module, files);
    expect(known).toMatchObject({ kind: 'read', fresh: true });
    const hash = known.kind === 'read' ? known.cache.folderHash : '';
    expect(hash).toBe(folderHash(module, files));
  });

  test.each(examples)('A1.43 $name has no error and no warning', ({ read: { problems } }) => {
    expect(problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  const folders = examples.filter(({ files }) => Object.hasOwn(files, 'definition.json'));
  test.each(folders)('A1.38 $name has an icon, a category and two to four samples', (source) => {
    const { toolset, samples } = source.read;
    expect(icons).toContain(toolset.tools[0]?.definition.icon);
    expect(toolset.tools[0]?.definition.category).toBeTruthy();
    expect(samples.length).toBeGreaterThanOrEqual(2);
    expect(samples.length).toBeLessThanOrEqual(4);
    expect(samples.every((sample) => sample.expect !== undefined)).toBe(true);
  });
});

describe('A1.14 A1.36 samples answer as they say', () => {
  let hosts: ReadonlyMap<string, Host>;
  const workspace = mkdtempSync(join(tmpdir(), 'lathe-examples-'));
  beforeAll(() => void (hosts = openHosts(workspace)));
  afterAll(async () => {
    await Promise.all([...hosts.values()].map((host) => host.close()));
    rmSync(workspace, { recursive: true, force: true });
  });

  test.for(rows)('$name: $title', async ({ source, sample }, { skip }) => {
    const { tools } = source.read.toolset;
    const tool = tools.find(({ definition }) => definition.name === sample.tool) ?? tools[0];
    if (!tool) throw new Error(`"${source.name}" was not read`);
    const host = hosts.get(languages.get(tool.code.language)?.host ?? '');
    const missing = (await host?.missing())?.missing ?? host?.lacks?.(tool);
    if (missing !== undefined) skip(missing);
    const call = { runId: 'test', tool, folderName: source.name, arguments: sample.arguments };
    const ask = () => Promise.resolve({ answer: 'allow' as const });
    const { result, ending } = await invoke(
      call,
      { languages, hosts, ask, limits },
      () => undefined,
      new AbortController().signal,
    );
    expect(sampleDiff(sample, result, ending)).toBeUndefined();
  });
});
