// `npm run conformance`: the official suite of the Model Context Protocol against `/mcp`, and against a server that
// was exported.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { authorise } from './conformance/proxy.mjs';
import { excused } from './conformance/excused.mjs';
import { openExported } from './conformance/exported.mjs';
import { runSuite } from './conformance/suite.mjs';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { home } from './steps/home.mjs';
import { say } from './steps/say.mjs';

const revisions = ['2025-11-25', '2026-07-28'];
const [engine] = process.argv.slice(2);

await ensureInstalled();
const workspace = mkdtempSync(join(tmpdir(), 'lathe-conformance-'));
layOut(workspace);
const flags = ['--json', '--no-open', '--port', '0', '--workspace', workspace];
if (engine) flags.push('--engine', engine);
const runner = spawn(process.execPath, ['runner/scripts/start.mjs', ...flags], {
  cwd: home,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((done) => runner.once('exit', done));
try {
  const line = await new Promise((done, fail) => {
    createInterface({ input: runner.stdout }).once('line', done);
    runner.once('exit', () => fail(new Error('The runner did not start')));
  });
  const { url, token } = JSON.parse(line);
  const proxy = await authorise({ origin: new URL(url).origin, token });
  for (const revision of revisions)
    report(`/mcp, ${revision}`, await runSuite(proxy.url, revision), excused.mcp);
  await proxy.close();
} finally {
  runner.kill('SIGTERM');
  await ended;
  rmSync(workspace, { recursive: true, force: true });
}

const server = await openExported();
for (const revision of revisions)
  report(`An exported server, ${revision}`, await runSuite(server.url, revision), excused.exported);
await server.close();

/** The workspace of the fixture, where each tool that asks is a module of its own. */
function layOut(workspace) {
  cpSync(join(home, 'runner/scripts/conformance/fixtures'), workspace, { recursive: true });
  const source = readFileSync(join(workspace, 'tools/suite/index.ts'), 'utf8');
  const names = source.match(/test_\w*(?:elicitation|input_required)\w*/g);
  for (const name of new Set(names)) {
    mkdirSync(join(workspace, 'tools', name));
    const own = source.replace("= 'suite';", `= '${name}';`);
    writeFileSync(join(workspace, 'tools', name, 'index.ts'), own);
  }
}

/** Prints a line for each scenario, and fails the whole where one that applies did. */
function report(title, scenarios, excuses) {
  say(`\n${title}`);
  let [passed, all] = [0, 0];
  for (const { scenario, checks } of scenarios) {
    const judged = checks.filter(({ status }) => status === 'SUCCESS' || status === 'FAILURE');
    const failed = judged.filter(({ status }) => status === 'FAILURE');
    const isExcused = ({ id }) => excuses[scenario] ?? excuses[`${scenario}:${id}`];
    const missing = failed.filter((one) => isExcused(one) === undefined);
    passed += judged.length - failed.length;
    all += judged.length;
    const state = missing.length > 0 ? 'FAILS' : failed.length > 0 ? 'does not apply' : 'passes';
    say(`  ${scenario}: ${state}, ${judged.length - failed.length} of ${judged.length}`);
    for (const why of new Set(failed.map(isExcused).filter(Boolean))) say(`    ${why}`);
    for (const one of missing) say(`    ${one.id}: ${one.errorMessage ?? one.description}`);
    if (missing.length > 0) process.exitCode = 1;
  }
  say(`  ${passed} of ${all} checks pass`);
}
