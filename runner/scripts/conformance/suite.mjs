import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/** Runs what a revision of the protocol requires; answers the checks by scenario. */
export async function runSuite(url, revision) {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-conformance-'));
  const [name, ...args] = command();
  const flags = ['server', '--url', url, '--requirements', revision, '--output-dir', folder];
  const printed = [];
  await new Promise((ended, fail) => {
    const child = spawn(name, [...args, ...flags], { cwd: folder, stdio: 'pipe' });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => printed.push(String(bytes)));
    child.once('error', fail);
    child.once('close', ended);
  });
  try {
    const scenarios = readdirSync(folder).flatMap((one) => {
      const file = join(folder, one, 'checks.json');
      const scenario = /^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(one)?.[1];
      if (scenario === undefined || !existsSync(file)) return [];
      return [{ scenario, checks: JSON.parse(readFileSync(file, 'utf8')) }];
    });
    if (scenarios.length > 0) return scenarios;
    throw new Error(`The suite ran nothing: ${printed.join('').slice(-2000)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
