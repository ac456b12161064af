// `npm run conformance [-- deno|node] [mcp] [client] [exported]`: the official suite of the Model Context Protocol
// against `/mcp`, against Lathe as the client of the suite's own servers, and against a server that was exported.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { enterPage } from './conformance/client/page.mjs';
import { play } from './conformance/client/play.mjs';
import { openTurns } from './conformance/client/turns.mjs';
import { excused } from './conformance/excused.mjs';
import { ABANDONED_MS, openExported } from './conformance/exported.mjs';
import { authorise } from './conformance/proxy.mjs';
import { reportPart } from './conformance/report.mjs';
import { openRunner } from './conformance/runner.mjs';
import { runSuite } from './conformance/suite.mjs';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { home } from './steps/home.mjs';

const given = process.argv.slice(2);
const engine = given.find((one) => one === 'deno' || one === 'node');
const parts = given.filter((one) => one !== engine);
const isWanted = (part) => parts.length === 0 || parts.includes(part);

/** Turns are taken one by one, so that the last waits for all others. */
const LONG_MS = 30 * 60_000;

await ensureInstalled();
const runner = await openRunner(engine, layOut);
try {
  const page = await enterPage(runner.url);
  if (isWanted('mcp')) {
    const before = await waitForAnswers(page, ABANDONED_MS);
    const proxy = await authorise({ origin: runner.url.origin, token: runner.token });
    await reportPart('/mcp', excused.mcp, (revision) =>
      runSuite(['server', '--url', proxy.url], revision),
    );
    await proxy.close();
    await waitForAnswers(page, before);
  }
  if (isWanted('client')) {
    const turns = await openTurns((turn) => play(page, turn));
    const flags = ['client', '--command', turns.command, '--timeout', `${LONG_MS}`];
    await reportPart('Lathe as a client', excused.client, async (revision) =>
      (await runSuite(flags, revision)).map(turns.judged),
    );
    await turns.close();
  }
} finally {
  await runner.close();
}

if (isWanted('exported')) {
  const server = await openExported();
  await reportPart('An exported server', excused.exported, (revision) =>
    runSuite(['server', '--url', server.url], revision),
  );
  await server.close();
}

/** Sets how long a question waits for its answer; answers how long it did. */
async function waitForAnswers(page, approvalMs) {
  const { settings, revision } = await page.ask('/api/settings');
  const limits = { ...settings.limits, approvalMs };
  await page.ask('/api/settings', 'PUT', { settings: { ...settings, limits }, revision });
  return settings.limits.approvalMs;
}

/** Where a tool that asks lies: with those that the suite leaves without an answer once at most. */
function folderOf(name) {
  if (/^test_(?:streaming_)?elicitation/.test(name)) return 'elicitations';
  return /^test_input_required_result_(?!elicitation)/.test(name) ? 'rounds' : name;
}

/**
 * The workspace of the fixture, where tools that ask are modules beside it. Eight modules stay awake, and a call that has to
 * wake one may become a task meanwhile, which the suite does not expect.
 */
function layOut(workspace) {
  cpSync(join(home, 'runner/scripts/conformance/fixtures'), workspace, { recursive: true });
  const source = readFileSync(join(workspace, 'tools/suite/index.ts'), 'utf8');
  const names = source.match(
    /test_\w*(?:elicitation|input_required|with_task)\w*|confirm_delete|multi_input/g,
  );
  for (const folder of new Set(names.map(folderOf))) {
    mkdirSync(join(workspace, 'tools', folder));
    const own = [...new Set(names.filter((name) => folderOf(name) === folder))];
    const code = source.replace('= [] as', `= ${JSON.stringify(own)} as`);
    writeFileSync(join(workspace, 'tools', folder, 'index.ts'), code);
  }
}
