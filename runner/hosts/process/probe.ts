import type { ProcessJob } from '../../../shared/tool/job.ts';
import { tempDirectory } from '../../platform/temp-directory.ts';
import type { Shell } from './launch.ts';
import { perform } from './perform.ts';

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
