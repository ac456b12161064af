import { quote } from '../../../shared/languages/bash/quote.ts';
import type { ProcessJob } from '../../../shared/tool/job.ts';
import { box } from './box.ts';
import { guards } from './guards.ts';
import { environment, places } from './environment.ts';
import type { Shell } from './launch.ts';
import { passwd } from './passwd.ts';
import { scriptName } from './script-name.ts';
import type { Sight } from './sight.ts';
import { start, type Started } from './start.ts';

/** A box that is set up, and in it a shell that waits to be told what it is for. It serves one call. */
export interface PreparedBox extends Started {
  /** Lets the script begin; standard input may follow. */
  begin(job: ProcessJob): Promise<void>;
}

/** Its own folder, which the box shows as `places.script`. */
const OWN = 'own';
const BEGIN = '.begin';
// A line says that the file is there; not a byte is read beyond it.
const WAIT = ['/bin/sh', '-c', 'read -r line && . "$0"', `${places.script}/${BEGIN}`];
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Sets a box up for bash, as far as that can be done before the call is known. */
export async function prepareBox(
  sight: Sight,
  { bwrap = '', bash, prlimit }: Shell,
): Promise<PreparedBox | { error: string }> {
  const started = await start(async (temp) => {
    const own = await temp.makeDirectory(OWN);
    const shown: [string, string][] = [[own, places.script], ...(await guards())];
    const view = { sight, passwd: await temp.write('passwd', passwd), shown, prlimit };
    return { command: bwrap, args: box(view, WAIT), cwd: '/', env: environment({}, places) };
  });
  if ('error' in started) return started;
  return {
    ...started,
    async begin(job) {
      const name = scriptName(job.file);
      const program = [bash, '--noprofile', '--norc', `${places.script}/${name}`];
      const text = beginning(environment(job.environment, places), program);
      await started.temp.write(`${OWN}/${name}`, job.script);
      await started.temp.write(`${OWN}/${BEGIN}`, text);
      started.child.write('\n');
    },
  };
}

/**
 * What the shell reads before it becomes the program. Values come by a file and not as arguments,
 * which show in the machine's list of processes.
 */
function beginning(variables: Record<string, string>, program: string[]): string {
  const rows = Object.entries(variables).map(([name, value]) => {
    if (!IDENTIFIER.test(name)) throw new Error(`"${name}" cannot name a variable`);
    return `export ${name}=${quote(value)}\n`;
  });
  return `${rows.join('')}exec ${program.map(quote).join(' ')}\n`;
}
