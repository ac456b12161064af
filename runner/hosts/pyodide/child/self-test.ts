import { probeProcess, type Baits, type Finding } from './process-probes.ts';
import { FIND_TRACES, LEAVE_TRACES, PYTHON_PROBES } from './python-probes.ts';
import type { Sandbox } from '../../../../shared/languages/python/interpreter/sandbox.ts';

export interface Proof {
  gate: Finding[];
  reset: Finding[];
  process: Finding[];
}

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
  sandbox.interruptAfter(2000);
  sandbox.call('prepare', JSON.stringify(job));
  return JSON.parse(sandbox.call('run', '')) as Answer;
}

function attempt(
  sandbox: Sandbox,
  name: string,
  source: string,
  tidy: () => void = sandbox.reset,
): Finding {
  try {
    const { value, fault } = run(sandbox, source);
    const held = fault !== undefined || value === null;
    return { name, held, by: fault?.class ?? (held ? 'nothing there' : String(value)) };
  } catch (error) {
    return { name, held: true, by: error instanceof Error ? error.message : String(error) };
  } finally {
    tidy();
  }
}

function proveReset(sandbox: Sandbox): Finding[] {
  sandbox.reset();
  const before = sandbox.fingerprint();
  run(sandbox, LEAVE_TRACES);
  const dirty = sandbox.fingerprint();
  sandbox.reset();
  const same = sandbox.fingerprint() === before && dirty !== before;
  const memory = { name: 'memory', held: same, by: same ? 'every byte' : 'it differs' };
  return [memory, attempt(sandbox, 'traces', FIND_TRACES)];
}

/** Tries to break out of this very sandbox, from Python and from JavaScript, and says what held. */
export async function selfTest(sandbox: Sandbox, baits: Baits, open: boolean): Promise<Proof> {
  const process = await probeProcess(baits);
  // An open sandbox cannot be put back: what JavaScript holds of it has changed.
  const tidy = open ? () => undefined : sandbox.reset;
  const gate = PYTHON_PROBES.map(({ name, source }) => attempt(sandbox, name, source, tidy));
  return { gate, reset: open ? [] : proveReset(sandbox), process };
}
