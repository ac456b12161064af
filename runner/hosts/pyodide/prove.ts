import { setBait } from '../../platform/bait.ts';
import { hasOwnNamespaces } from '../../platform/namespaces.ts';
import { PythonJob } from '../../../shared/tool/job.ts';
import type { Baits } from './child/process-probes.ts';
import type { Engine } from './engine.ts';
import type { Proof } from '../../../shared/languages/python/interpreter/sandbox-answer.ts';
import type { SandboxProcess } from './sandbox-process.ts';

export type Proven =
  | { layers: string[] }
  /** `unstartable`: there was no sandbox to try. */
  | { failed: string; unstartable: boolean };

const refuse = (failed: string): Proven => ({ failed, unstartable: false });

// Swallows every interrupt, so that only the end of its process ends it.
const ENDLESS = PythonJob.parse({
  host: 'python',
  task: 'call',
  source:
    'def main():\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass',
  file: 'endless.py',
  mode: 'bound',
  parameters: {},
  arguments: {},
  entry: 'main',
  packages: [],
  limits: { timeoutMs: 50, outputBytes: 100 },
});
const LONGEST_KILL_MS = 3000;

const PERMISSION = ['NotCapable', 'PermissionDenied', 'ERR_ACCESS_DENIED', 'EACCES', 'EPERM'];

async function diesInTime(sandbox: SandboxProcess): Promise<boolean> {
  const running = new Promise<void>((settle) => {
    const call = sandbox.call(
      { job: JSON.stringify(ENDLESS), timeoutMs: 50, outputBytes: 0 },
      { onOutput: () => undefined, onRunning: () => settle() },
    );
    // It ends only by dying, before or after it ran.
    void call.then(() => settle());
  });
  await running;
  sandbox.kill();
  const late = new Promise<false>((settle) => setTimeout(() => settle(false), LONGEST_KILL_MS));
  return Promise.race([sandbox.exited.then(() => true), late]);
}

/** Which layers the findings show, from the inside out, or what did not hold. */
function judge(proof: Proof, engine: Engine, boxed: boolean): Proven {
  const broken = [...proof.gate, ...proof.reset].find((finding) => !finding.held);
  if (broken !== undefined) {
    return refuse(`The sandbox did not hold against "${broken.name}": ${broken.by}`);
  }
  // Node's permission model knows nothing of the network; there the box must hold it.
  const beyondEngine = engine.id === 'node' && !boxed ? ['network', 'processes'] : [];
  const open = proof.process.find(({ name, held }) => !held && !beyondEngine.includes(name));
  if (open !== undefined) return refuse(`The process under Python can reach ${open.name}`);
  const byEngine = proof.process.filter(({ by }) => PERMISSION.includes(by));
  const files = byEngine.some(({ name }) => name === 'files');
  return { layers: ['gate', ...(files ? [engine.id] : []), ...(boxed ? ['bubblewrap'] : [])] };
}

/** Has a sandbox try to break out, looks at it from outside, and kills it. */
export async function prove(
  engine: Engine,
  environment: string[],
  files: string[],
  start: (baits: Baits) => Promise<SandboxProcess | { error: string }>,
): Promise<Proven> {
  const bait = await setBait();
  try {
    const sandbox = await start({
      files,
      port: bait.port,
      pid: bait.pid,
      program: engine.binary,
      environment,
    });
    if ('error' in sandbox) {
      return { failed: `Python could not be started: ${sandbox.error}`, unstartable: true };
    }
    const [proof, boxed] = await Promise.all([sandbox.proof(), hasOwnNamespaces(sandbox.pid)]);
    if (bait.taken() > 0 && (engine.id === 'deno' || boxed)) {
      return refuse('The process under Python reached the network');
    }
    if (proof === undefined) return refuse(`It ended while tried: ${sandbox.reason()}`);
    if (!(await diesInTime(sandbox))) return refuse('A sandbox that hangs could not be ended');
    return judge(proof, engine, boxed);
  } finally {
    await bait.close();
  }
}
