import { unrun } from '../../shared/tool/run/ending.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../platform/database.ts';
import { RunStore } from '../store/runs/run-store.ts';
import { compare } from './ground/measure.ts';

const count = Number(process.argv[2] ?? 100_000);
const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa 计算 结果 file path'.split(
  ' ',
);
const answer = (at: number) =>
  Array.from(
    { length: 60 },
    (_, word) => `${words[(at * 7 + word * 3) % words.length]}${(at * word) % 997}`,
  ).join(' ');

const folder = mkdtempSync(join(tmpdir(), 'lathe-bench-'));
try {
  const database = await openDatabase(join(folder, 'runs.sqlite'));
  const store = new RunStore(database, () => count, console.error);
  const ending = unrun({ kind: 'finished', exitCode: 0 });
  const started = performance.now();
  for (let at = 0; at < count; at += 1) {
    const toolId = `tool_${at % 40}`;
    const begun = { id: `run-${at}`, toolId, tool: toolId, startedAt: at, arguments: { at } };
    const text = answer(at);
    store.begin({ ...begun, caller: 'page' });
    store.end({
      ...begun,
      ...{ durationMs: at % 500, outcome: ending.kind, success: at % 50 !== 0, ending },
      result: { success: true, llmContent: text, displayContent: text },
    });
  }
  // A read sees every write, so all runs are stored by then.
  store.list({ limit: 1 });
  const each = (performance.now() - started) / count;
  console.log(`${count} runs were kept, ${each.toFixed(2)} ms each`);

  const few = { warm: 3, runs: 30 };
  const page =
    'SELECT seq, id, tool, started_at, duration_ms FROM runs WHERE seq < ? ORDER BY seq DESC LIMIT 51';
  const bare = () => void database.all(page, 50_000);
  const rows = {
    'the first page': () => store.list({ limit: 50 }),
    'a page in the middle': () => store.list({ limit: 50, before: '50000' }),
    'a page of one tool': () => store.list({ limit: 50, tool: 'tool_7' }),
    'a page of what failed': () => store.list({ limit: 50, success: false }),
    'a search that finds many': () => store.list({ limit: 50, query: 'gamma' }),
    'a search that finds few': () => store.list({ limit: 50, query: 'run-77 tool_7 99999' }),
    'a search for two Chinese signs': () => store.list({ limit: 50, query: '计算' }),
    'durations of one tool': () => store.durations({ tool: 'tool_7', points: 60 }),
    'durations of all tools': () => store.durations({ points: 60 }),
  };
  for (const [name, run] of Object.entries(rows))
    compare(name, run, 'the bare rows of a page', bare, few);
  store.close();
} finally {
  rmSync(folder, { recursive: true });
}
