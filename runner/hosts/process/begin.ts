import type { ProcessJob } from '../../../shared/tool/job.ts';
import { launch, type Shell } from './launch.ts';
import { prepareBox } from './prepared-box.ts';
import { sightOf } from './sight.ts';
import type { SpareBoxes } from './spare-boxes.ts';
import { start, type Started } from './start.ts';

/**
 * Begins a script, whose standard input is still to come: in a box that stands ready or is set up
 * now; without one, or where it answers in a file, with what `launch` lays out.
 */
export async function begin(
  job: ProcessJob,
  shell: Shell,
  spares?: SpareBoxes,
): Promise<Started | { error: string }> {
  if (shell.bwrap === undefined || shell.answers) return start((temp) => launch(job, shell, temp));
  const sight = sightOf(job, shell.files);
  const box = (await spares?.take(sight)) ?? (await prepareBox(sight, shell));
  if ('error' in box) return box;
  try {
    await box.begin(job);
    return box;
  } catch (cause) {
    await box.remove();
    throw cause;
  }
}
