/** Returns a module that tries what no module may do, and reports what it reached. */
export const probe = (bait: { port: number; pid: number }) => `
import { readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
const tries = {
  files: () => readFileSync('/etc/passwd', 'utf8'),
  'its own environment': () => JSON.stringify(Deno.env.toObject()),
  writing: () => writeFileSync('/tmp/lathe-probe', 'x'),
  processes: () => { const ran = spawnSync('/bin/true'); if (ran.error) throw ran.error; },
  'other processes': () => Deno.kill(${bait.pid}, 'SIGCONT'),
  libraries: () => Deno.dlopen('libc.so.6', {}),
  network: () => fetch('http://127.0.0.1:${bait.port}/'),
  imports: () => import('https://127.0.0.1:${bait.port}/x.ts'),
};
export default () => ({
  name: 'probe', description: '', parameters: { type: 'object', properties: {} },
  async execute() {
    const got = [];
    for (const [name, work] of Object.entries(tries)) {
      try { await work(); got.push(name); } catch {}
    }
    return { content: [], details: got };
  },
});`;
