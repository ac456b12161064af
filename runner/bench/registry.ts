import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../shared/languages/languages.ts';
import { authoredTool, defaultLimits } from '../../shared/registry/authored/authored-tool.ts';
import { Registry } from '../../shared/registry/registry.ts';
import { readFolder } from '../../shared/formats/read-folder.ts';
import { medians, reportLine, reportRatio } from './ground/measure.ts';
import { scratchWorkspace, startRunner } from './ground/start-runner.ts';

const COUNT = 10_000;
const RUNS = 15;

const filesOf = (at: number) => ({
  'definition.json': JSON.stringify({
    id: `tool_${at}`,
    description: `Reads part ${at} of a file`,
    category: `category_${at % 40}`,
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, limit: { type: 'integer', default: 10 } },
      required: ['path'],
    },
  }),
  'execution.sh': 'echo "$path"\n',
});

/**
 * Measures 10,000 tools over HTTP: the first list, a later one, a search and a call, against the registry alone.
 */
const { path: workspace, discard } = scratchWorkspace();
const engine = () => ({ languages, hosts: new Map(), limits: defaultLimits });
const bare = new Registry();
for (let at = 0; at < COUNT; at += 1) {
  const id = `tool_${at}`;
  const files = filesOf(at);
  const folder = join(workspace, 'tools', id);
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const { tools } = readFolder(id, files).toolset;
  const made = tools.map((tool) => authoredTool(tool, engine));
  bare.put({ id, source: 'authored', group: id, hash: id, tools: made });
}

const runner = await startRunner(workspace);
const program = { Authorization: `Bearer ${runner.token}` };
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(new URL(path, runner.url), { headers: { ...headers, ...program } });
  return {
    status: answer.status,
    etag: answer.headers.get('ETag') ?? '',
    text: await answer.text(),
  };
};
const call = async () => {
  const answer = await fetch(new URL('/api/runs', runner.url), {
    method: 'POST',
    headers: { ...program, Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ tool: 'tool_77', arguments: { path: 'a.txt' } }),
  });
  const { success } = await answer.json();
  if (!success) throw new Error('The call failed');
};
const bareList = () =>
  JSON.stringify(
    bare
      .getAll()
      .slice(0, 1000)
      .map((one) => one.definition),
  );

try {
  const began = performance.now();
  const first = await get('/api/tools?limit=1000');
  const took = performance.now() - began;
  reportLine(
    'the first list of 10,000 tools',
    `${took.toFixed(0)} ms, ${first.text.length} characters`,
  );
  if (JSON.parse(first.text).totalTools < COUNT) throw new Error('Tools are missing');
  const unchanged = { 'If-None-Match': first.etag };
  const [page = 0, bareMs = 0, same = 0, search = 0, bareSearch = 0, called = 0] = await medians(
    [
      () => get('/api/tools?limit=1000'),
      async () => bareList(),
      async () => {
        const { status } = await get('/api/tools?limit=1000', unchanged);
        if (status !== 304) throw new Error(`An unchanged list answered ${status}`);
      },
      () => get('/api/tools?q=part+777'),
      async () => JSON.stringify(bare.find({ q: 'part 777' }).map((one) => one.definition)),
      call,
    ],
    RUNS,
    3,
  );
  reportRatio('a later page of 1,000, against the registry', page, bareMs);
  reportLine('an unchanged list', `${same.toFixed(1)} ms`);
  reportRatio('a search, against the registry', search, bareSearch);
  reportLine('a call by name', `${called.toFixed(1)} ms`);
} finally {
  await runner.stop();
  discard();
}
