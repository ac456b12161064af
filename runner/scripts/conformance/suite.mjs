import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDeno } from '../steps/find-deno.mjs';
import { home } from '../steps/home.mjs';

const program = join(home, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** The suite needs a newer Node than ours may be; Deno runs it. */
function command() {
  const deno = findDeno();
  if (deno) return [deno, 'run', '--allow-all', '--quiet', program];
  if (Number(process.versions.node.split('.')[0]) >= 22) return [process.execPath, program];
  throw new Error('The suite needs Deno, or Node 22 or later; run "npm install"');
}

/**
 * Runs what a revision of the protocol requires of a server (`--url`) or of a client (`--command`); answers the checks
 * by scenario.
 */
export async function runSuite(of, revision) {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-conformance-'));
  const [name, ...args] = command();
  const flags = [...of, '--requirements', revision, '--output-dir', folder];
  const printed = [];
  await new Promise((ended, fail) => {
    const child = spawn(name, [...args, ...flags], { cwd: folder, stdio: 'pipe' });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => printed.push(String(bytes)));
    child.once('error', fail);
    child.once('close', ended);
  });
  try {
    // A scenario's name may hold a slash, which makes a folder of it.
    const scenarios = readdirSync(folder, { recursive: true }).flatMap((file) => {
      const scenario = /^(?:server-)?(.+?)-\d{4}-\d\d-\d\dT[^/]*\/checks\.json$/.exec(file)?.[1];
      if (scenario === undefined) return [];
      return [{ scenario, checks: JSON.parse(readFileSync(join(folder, file), 'utf8')) }];
    });
    const text = printed.join('');
    const all = Number(/\((\d+) scenarios\)/.exec(text)?.[1]);
    if (scenarios.length === all) return scenarios;
    throw new Error(`The suite ran ${scenarios.length} of ${all} scenarios: ${text.slice(-2000)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
