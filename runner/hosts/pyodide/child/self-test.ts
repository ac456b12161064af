import { probeProcess, type Baits, type Finding } from './process-probes.ts';
import { FIND_TRACES, LEAVE_TRACES, PYTHON_PROBES } from './python-probes.ts';
import type { Sandbox } from '../../../../shared/languages/python/interpreter/sandbox.ts';

/**
 * Which attempts a sandbox makes on itself: all of them, or its share where two sandboxes divide them.
 * The `ordinary` share holds the attempts that Python answers by itself, so that the sandbox can
 * serve afterwards; `breaking` holds the others, those of JavaScript, and the proof of the reset. `process` are
 * those of JavaScript alone, where it is known what Python meets.
 */
export interface Trial {
  share: 'all' | 'breaking' | 'ordinary' | 'process';
  baits: Baits;
}

export interface Proof {
  gate: Finding[];
  reset: Finding[];
  process: Finding[];
  /** Nothing was broken off: the sandbox is as good as before. */
  intact: boolean;
}

/** Long enough for any attempt on a machine that is busy: one that is cut off has not shown that it held. */
const LONGEST_ATTEMPT_MS = 30_000;

type Answer = { value?: unknown; fault?: { class: string; message: string } };

function run(sandbox: Sandbox, source: string): Answer {
  const job = {
    task: 'call',
    source,
    file: 'probe.py',
    entry: 'main',
    arguments: {},
    parameters: {},
  };
  sandbox.output.begin(0);
  sandbox.interruptAfter(LONGEST_ATTEMPT_MS);
  sandbox.call('prepare', JSON.stringify(job));
  return JSON.parse(sandbox.call('run', '')) as Answer;
}

/** `brokenOff` is called where the interpreter did not come back by itself. */
function attempt(
  sandbox: Sandbox,
  name: string,
  source: string,
  brokenOff: () => void = () => undefined,
): Finding {
  try {
    const { value, fault } = run(sandbox, source);
    const held = fault !== undefined || value === null;
    const reached = sandbox.timedOut() ? 'no answer in time' : String(value);
    return { name, held, by: fault?.class ?? (held ? 'nothing there' : reached) };
  } catch (error) {
    brokenOff();
    return { name, held: true, by: error instanceof Error ? error.message : String(error) };
  }
}

function proveReset(sandbox: Sandbox): Finding[] {
  run(sandbox, LEAVE_TRACES);
  const changed = !sandbox.isPristine();
  sandbox.reset();
  const same = changed && sandbox.isPristine();
  const memory = { name: 'memory', held: same, by: same ? 'every byte' : 'it differs' };
  return [memory, attempt(sandbox, 'traces', FIND_TRACES)];
}

/** Tries to break out of this very sandbox, from Python and from JavaScript, and says what held. */
export async function selfTest(
  sandbox: Sandbox,
  { share, baits }: Trial,
  open: boolean,
): Promise<Proof> {
  // An open sandbox cannot be put back: what JavaScript holds of it has changed.
  const tidy = open ? () => undefined : sandbox.reset;
  let intact = true;
  const brokenOff = (): void => {
    intact = false;
    tidy();
  };
  const mine = PYTHON_PROBES.filter(
    ({ breaks }) => share === 'all' || share === (breaks ? 'breaking' : 'ordinary'),
  );
  const process = share === 'ordinary' ? [] : await probeProcess(baits);
  const gate = mine.map(({ name, source }) => attempt(sandbox, name, source, brokenOff));
  tidy();
  const resets = !open && (share === 'all' || share === 'breaking');
  const reset = resets ? proveReset(sandbox) : [];
  return { gate, reset, process, intact };
}
