import type { Host } from '../../../shared/tool/host.ts';
import { ProcessJob } from '../../../shared/tool/job.ts';
import { ensureDirectory, tempDirectory } from '../../platform/folders.ts';
import type { Shell } from './launch.ts';
import { perform } from './perform.ts';
import { prepareBox } from './prepared-box.ts';
import { sightOf } from './sight.ts';
import { SpareBoxes } from './spare-boxes.ts';

/** Prints `sealed` only where a file outside is hidden, no other process shows and no network is. */
const SCRIPT = `
[ -e "$canary" ] && exit 10
[ "$$" -lt 20 ] || exit 11
while IFS= read -r line; do
  case $line in *lo:*|*'|'*) ;; *) exit 12 ;; esac
done </proc/net/dev
[ -w / ] && exit 13
/bin/true || exit 14
printf sealed
`;

export interface BashHostOptions {
  /** Where scripts run, and in a box the only directory of the person that they see. */
  filesDirectory: string;
  bwrap?: string;
  bash?: string;
  prlimit?: string;
  /** Milliseconds for which a box stands ready for the next call. */
  spareMs?: number;
}

/** Runs bash scripts: in bubblewrap where a run proved that it holds, else bare. `layers` says which. */
export function createBashHost(options: BashHostOptions): Host {
  const { bash = '/bin/bash', bwrap = '/usr/bin/bwrap', prlimit = '/usr/bin/prlimit' } = options;
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  let ready: ReturnType<typeof probe> | undefined;
  const prove = () =>
    (ready ??= ensureDirectory(options.filesDirectory).then((files) =>
      probe({ bash, bwrap, prlimit, files }),
    ));
  const spares = new SpareBoxes(async (sight) => {
    const proven = await prove();
    return 'shell' in proven ? prepareBox(sight, proven.shell) : { error: proven.missing };
  }, options.spareMs ?? 60_000);

  return {
    id: 'bash',
    async missing() {
      const proven = await prove();
      return 'missing' in proven ? proven.missing : undefined;
    },
    async layers() {
      const proven = await prove();
      return 'shell' in proven && proven.shell.bwrap !== undefined ? ['bubblewrap'] : [];
    },
    async perform(asked, tell, signal) {
      const nothing = { stdout: '', stderr: '', output: '', truncated: false, durationMs: 0 };
      try {
        const job = ProcessJob.parse(asked);
        const proven = await prove();
        if ('missing' in proven) return { kind: 'unavailable', reason: proven.missing, ...nothing };
        const until = AbortSignal.any([signal, closing.signal]);
        const run = perform(job, proven.shell, tell, until, spares);
        running.add(run);
        return await run.finally(() => {
          running.delete(run);
          if (!closing.signal.aborted && proven.shell.bwrap !== undefined)
            spares.refill(sightOf(job, proven.shell.files));
        });
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        return { kind: 'crashed', reason: `The bash host broke: ${reason}`, ...nothing };
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled([...running]);
      await spares.close();
    },
  };
}

/**
 * The shell as it proved to work here: in a box, in a box without resource limits, bare, or not at
 * all. Each is tried by a real run.
 */
export async function probe(shell: Shell): Promise<{ shell: Shell } | { missing: string }> {
  const { bash, files, bwrap, prlimit } = shell;
  const boxed = [
    { bash, files, bwrap, prlimit },
    { bash, files, bwrap },
  ];
  const outside = await tempDirectory();
  try {
    const canary = await outside.write('canary', 'outside');
    for (const tried of boxed) {
      const ending = await run(tried, SCRIPT, { canary });
      if (ending.kind === 'finished' && ending.stdout === 'sealed') return { shell: tried };
    }
    const ending = await run({ bash, files }, 'printf bare', {});
    if (ending.kind === 'finished' && ending.stdout === 'bare') return { shell: { bash, files } };
    return { missing: `"${bash}" does not run here; install bash, or say where it is` };
  } finally {
    await outside.remove();
  }
}

function run(shell: Shell, script: string, variables: Record<string, string>) {
  const job: ProcessJob = {
    host: 'bash',
    script,
    file: 'probe.sh',
    arguments: {},
    environment: variables,
    stdin: '',
    limits: { timeoutMs: 10_000, outputBytes: 10_000 },
    text: script,
  };
  return perform(job, shell, () => undefined, new AbortController().signal);
}
