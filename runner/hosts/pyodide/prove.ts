import { hasOwnNamespaces, setBait } from '../../platform/process/isolation.ts';
import { PythonJob } from '../../../shared/tool/run/job.ts';
import type { Trial } from './child/self-test.ts';
import type { Engine } from './engine.ts';
import type { Proof } from '../../../shared/languages/python/interpreter/sandbox-answer.ts';
import type { SandboxProcess } from './sandbox-process.ts';

/** `unstartable`: no sandbox started. */
export interface Unproven {
  failed: string;
  unstartable: boolean;
}

/** `intact`: a tested sandbox that survived and may serve calls. */
export type Proven = { layers: string[]; intact?: SandboxProcess } | Unproven;

type Started = SandboxProcess | { error: string };

const unstartable = (reason: string): Unproven => ({
  failed: `Python could not be started: ${reason}`,
  unstartable: true,
});
const refuse = (failed: string): Unproven => ({ failed, unstartable: false });

// Ignores every interrupt, so that only killing its process ends it.
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
const LONGEST_KILL_MS = 15_000;

const PERMISSION = ['NotCapable', 'PermissionDenied', 'ERR_ACCESS_DENIED', 'EACCES', 'EPERM'];

async function diesInTime(sandbox: SandboxProcess): Promise<boolean> {
  const running = new Promise<void>((settle) => {
    const call = sandbox.call(
      { job: JSON.stringify(ENDLESS), timeoutMs: 50, outputBytes: 0 },
      { onOutput: () => undefined, onRunning: () => settle() },
    );
    // It can only end by dying.
    void call.then(() => settle());
  });
  await running;
  sandbox.kill();
  const late = new Promise<false>((settle) => setTimeout(() => settle(false), LONGEST_KILL_MS));
  return Promise.race([sandbox.exited.then(() => true), late]);
}

/** Returns the layers that the findings prove, from the inside out, or what failed. */
function judge(proof: Proof, engine: Engine, boxed: boolean): { layers: string[] } | Unproven {
  const broken = [...proof.gate, ...proof.reset].find((finding) => !finding.held);
  if (broken !== undefined) {
    return refuse(`The sandbox did not hold against "${broken.name}": ${broken.by}`);
  }
  // Node's permission model does not cover the network; bubblewrap must.
  const beyondEngine = engine.id === 'node' && !boxed ? ['network', 'processes'] : [];
  const open = proof.process.find(({ name, held }) => !held && !beyondEngine.includes(name));
  if (open !== undefined) return refuse(`The process under Python can reach ${open.name}`);
  const byEngine = proof.process.filter(({ by }) => PERMISSION.includes(by));
  const files = byEngine.some(({ name }) => name === 'files');
  return { layers: ['gate', ...(files ? [engine.id] : []), ...(boxed ? ['bubblewrap'] : [])] };
}

/** Lets a sandbox make the attempts that break it, then hang, and kills it. */
async function breakUp(sandbox: SandboxProcess): Promise<Proof | Unproven> {
  const proof = await sandbox.proof();
  if (proof === undefined) return refuse(`It ended while tried: ${sandbox.reason()}`);
  return (await diesInTime(sandbox)) ? proof : refuse('A sandbox that hangs could not be ended');
}

async function judgeBoth(
  [broken, intact]: [Started, Started],
  { engine, isKnown }: Tried,
  taken: () => number,
): Promise<Proven> {
  if ('error' in broken) return unstartable(broken.error);
  if ('error' in intact) return unstartable(intact.error);
  const [violent, ordinary, boxed] = await Promise.all([
    breakUp(broken),
    isKnown ? { gate: [], intact: true } : intact.proof(),
    // Of the surviving sandbox: the other one may be gone before the check.
    hasOwnNamespaces(intact.pid),
  ]);
  if (taken() > 0 && (engine.id === 'deno' || boxed)) {
    return refuse('The process under Python reached the network');
  }
  if ('failed' in violent) return violent;
  if (ordinary === undefined) return refuse(`It ended while tried: ${intact.reason()}`);
  const gate = [...violent.gate, ...ordinary.gate];
  const verdict = judge({ ...violent, gate }, engine, boxed);
  return 'failed' in verdict || !ordinary.intact ? verdict : { ...verdict, intact };
}

interface Tried {
  engine: Engine;
  /** Environment variables that the runner sets. */
  environment: string[];
  /** Files that the runner can read. */
  files: string[];
  /** Whether the escapes from this interpreter were tested before; what the process can reach is always tested. */
  isKnown: boolean;
  start(trial?: Trial): Promise<Started>;
}

/**
 * Lets two sandboxes try to break out side by side. One is killed while it hangs; the other is checked from outside
 * and returned.
 */
export async function prove(tried: Tried): Promise<Proven> {
  const { engine, environment, files, isKnown, start } = tried;
  const bait = await setBait();
  const { port, pid } = bait;
  const baits = { files, port, pid, program: engine.binary, environment };
  try {
    const both = await Promise.all([
      start({ share: isKnown ? 'process' : 'breaking', baits }),
      isKnown ? start() : start({ share: 'ordinary', baits }),
    ]);
    const proven = await judgeBoth(both, tried, bait.taken);
    const kept = 'intact' in proven ? proven.intact : undefined;
    for (const sandbox of both) if ('kill' in sandbox && sandbox !== kept) sandbox.kill();
    return proven;
  } finally {
    await bait.close();
  }
}
