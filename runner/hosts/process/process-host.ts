import { hostFault } from '../../../shared/returns/host-faults.ts';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import { ProcessJob } from '../../../shared/tool/run/job.ts';
import type { Language, ScriptProgram } from '../../../shared/tool/language.ts';
import { ensureDirectory, tempDirectory } from '../../platform/disk/folders.ts';
import { cores } from '../../platform/process/own-process.ts';
import { createHost, type Isolation, type Missing, type PreparedHost } from '../host.ts';
import type { Program, Shell } from './launch.ts';
import { perform } from './perform.ts';
import { isPrepared, startAhead, wantedOf } from './ahead.ts';
import { prepareBox, SpareBoxes } from './spare-boxes.ts';
import type { Stock, Wanted } from './spare-boxes.ts';

/** A program of this machine, and its test. */
export interface Found {
  program: Program;
  /** A run that proves that the program works. */
  trial: { job: ProcessJob; works(ending: Ending): boolean };
  /** The error if it does not work. */
  broken: Missing;
  /** Replaces the job that runs, if it is not the script itself. */
  jobOf?(job: ProcessJob): ProcessJob;
}

/** The working folder of processes, and the programs that confine them. */
export interface ProcessGround {
  /** The working directory of scripts, and the only folder of the user that a sandbox shows. */
  filesDirectory: string;
  bwrap?: string;
  prlimit?: string;
  /** How long a prepared sandbox is kept, in milliseconds. */
  spareMs?: number;
}

export interface ProcessHostOptions extends ProcessGround {
  id: string;
  /** The program's name in a sentence. */
  name: string;
  find(closing: AbortSignal): Promise<Found | Missing>;
  patience?: Isolation<never>['patience'];
  /** How many are kept ready, if not the default for sandboxes. */
  stock?: Stock;
}

/** The limit of running scripts: more than anybody needs at once, fewer than the machine's memory holds. */
const WIDTH = Math.max(8, 2 * cores());

interface Ready {
  layers: string[];
  found: Found;
  shell: Shell;
}

/** Creates a host that runs scripts with one program: in bubblewrap if a test proved it, otherwise without. */
export function createProcessHost(options: ProcessHostOptions): Host {
  const { id, name, patience, stock, spareMs = 60_000 } = options;
  let calls = 0;
  const prepare = async (wanted: Wanted) => {
    const ready = await host.ready();
    if ('missing' in ready) return { error: ready.missing };
    return (ready.shell.ahead ? startAhead : prepareBox)(wanted, ready.shell);
  };
  const spares = new SpareBoxes(prepare, spareMs, stock);
  const host: PreparedHost<Ready> = createHost({
    ...{ id, name, patience, width: WIDTH },
    async prepare(closing) {
      const found = await options.find(closing);
      if ('missing' in found) return found;
      const files = await ensureDirectory(options.filesDirectory);
      const shell = await probe(found, { ...options, files }, closing);
      if (shell === undefined) return found.broken;
      return { found, shell, layers: shell.bwrap === undefined ? [] : ['bubblewrap'] };
    },
    async perform(asked, { found, shell }, { tell, signal }) {
      const job = ProcessJob.parse(asked);
      calls += 1;
      try {
        return await perform(found.jobOf?.(job) ?? job, shell, tell, signal, spares);
      } finally {
        calls -= 1;
        // Starting a whole program would slow down the running calls.
        const isTime = !shell.ahead || calls === 0;
        const wanted = wantedOf(job, shell);
        // The writable folders of one command seldom suit the next.
        if (isPrepared(shell) && isTime && !wanted.writes) spares.refill(wanted);
      }
    },
    close: () => spares.close(),
  });
  return host;
}

/** Creates the host of a language whose program has the same path on every machine. */
export const createScriptHost = (
  { id, program }: Pick<Language, 'id'> & { program: ScriptProgram },
  ground: ProcessGround,
): Host =>
  createProcessHost({ ...ground, ...{ id, name: id }, find: async () => foundAt(id, program) });

/** Returns a program that is tested with a script of its language. */
export function foundAt(host: string, { command, flags, needs, probe }: ScriptProgram): Found {
  return {
    program: { command, flags },
    broken: hostFault('host-program-broken', { command, needs }),
    trial: {
      job: trialJob(host, { script: probe.script }),
      works: (ending) => ending.kind === 'finished' && ending.stdout === probe.prints,
    },
  };
}

/** Prints `sealed` only if an outside file is hidden, no other process is visible and there is no network. */
const SEALED = `
[ -e "$canary" ] && exit 10
[ "$$" -lt 20 ] || exit 11
while IFS= read -r line; do
  case $line in *lo:*|*'|'*) ;; *) exit 12 ;; esac
done </proc/net/dev
[ -w / ] && exit 13
/bin/true || exit 14
printf sealed
`;

const trialJob = (host: string, own: Partial<ProcessJob>): ProcessJob => ({
  ...{ host, script: '', file: 'probe', arguments: {}, environment: {}, stdin: '', text: '' },
  limits: { timeoutMs: 10_000, outputBytes: 10_000 },
  ...own,
});

/**
 * Tests a program with real runs, of a shell that inspects the sandbox and of the program itself. Returns it as it
 * works here: in a sandbox, in one without resource limits, without a sandbox, or not at all.
 */
export async function probe(
  { program, trial }: Pick<Found, 'program' | 'trial'>,
  ground: { files: string; bwrap?: string; prlimit?: string },
  signal: AbortSignal,
): Promise<Shell | undefined> {
  const { files, bwrap = '/usr/bin/bwrap', prlimit = '/usr/bin/prlimit' } = ground;
  const bare: Shell = { ...program, files };
  const run = (job: ProcessJob, shell: Shell) => perform(job, shell, () => undefined, signal);
  const outside = await tempDirectory();
  try {
    const canary = await outside.write('canary', 'outside');
    const look = trialJob('sh', { script: SEALED, environment: { canary } });
    for (const box of [{ bwrap, prlimit }, { bwrap }]) {
      const sealed = await run(look, { ...bare, ...box, ...SHELL });
      if (sealed.kind !== 'finished' || sealed.stdout !== 'sealed') continue;
      if (trial.works(await run(trial.job, { ...bare, ...box }))) return { ...bare, ...box };
    }
    return trial.works(await run(trial.job, bare)) ? bare : undefined;
  } finally {
    await outside.remove();
  }
}

const SHELL = { command: '/bin/sh', flags: [], answers: false };
