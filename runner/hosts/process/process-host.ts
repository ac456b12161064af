import { hostFault } from '../../../shared/returns/host-faults.ts';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import { ProcessJob } from '../../../shared/tool/run/job.ts';
import type { Language, ScriptProgram } from '../../../shared/tool/language.ts';
import { ensureDirectory, tempDirectory } from '../../platform/folders.ts';
import { cores } from '../../platform/own-process.ts';
import { createHost, type Isolation, type Missing, type PreparedHost } from '../host.ts';
import type { Program, Shell } from './launch.ts';
import { perform } from './perform.ts';
import { isPrepared, startAhead, wantedOf } from './ahead.ts';
import { prepareBox, SpareBoxes } from './spare-boxes.ts';
import type { Stock, Wanted } from './spare-boxes.ts';

/** A program as it was found on this machine, and how it is tried. */
export interface Found {
  program: Program;
  /** A run that shows that the program works. */
  trial: { job: ProcessJob; works(ending: Ending): boolean };
  /** What is said where it does not. */
  broken: Missing;
  /** What is run for a job, where that is not the job's own script. */
  jobOf?(job: ProcessJob): ProcessJob;
}

/** Where processes run, and the programs of the machine that keep them in. */
export interface ProcessGround {
  /** Where scripts run, and in a box the only directory of the person that they see. */
  filesDirectory: string;
  bwrap?: string;
  prlimit?: string;
  /** Milliseconds for which a box stands ready for the next call. */
  spareMs?: number;
}

export interface ProcessHostOptions extends ProcessGround {
  id: string;
  /** The program's name in a sentence. */
  name: string;
  find(closing: AbortSignal): Promise<Found | Missing>;
  patience?: Isolation<never>['patience'];
  /** How many stand ready, where that is not left to what a box costs. */
  stock?: Stock;
}

/** Scripts at a time: more than anybody needs at once, fewer than the memory of a machine holds. */
const WIDTH = Math.max(8, 2 * cores());

interface Ready {
  layers: string[];
  found: Found;
  shell: Shell;
}

/** Runs scripts with one program: in bubblewrap where a run proved that it holds, else bare. */
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
        // A whole program that starts would take from the calls that still go on.
        const isTime = !shell.ahead || calls === 0;
        const wanted = wantedOf(job, shell);
        // What one command may write is hardly ever what the next one may.
        if (isPrepared(shell) && isTime && !wanted.writes) spares.refill(wanted);
      }
    },
    close: () => spares.close(),
  });
  return host;
}

/** The host of a language whose program stands at one path on every machine. */
export const createScriptHost = (
  { id, program }: Pick<Language, 'id'> & { program: ScriptProgram },
  ground: ProcessGround,
): Host =>
  createProcessHost({ ...ground, ...{ id, name: id }, find: async () => foundAt(id, program) });

/** A program that is tried with a script of its language. */
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

/** Prints `sealed` only where a file outside is hidden, no other process shows and no network is. */
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
 * The program as it proved to work here: in a box, in a box without resource limits, bare, or not at all.
 * Each is tried by real runs: of a shell that looks around in the box, and of the program itself.
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
