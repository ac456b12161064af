import type { Ending } from '../tool/ending.ts';
import type { Job } from '../tool/job.ts';

/** The exact text that would run, or the ending that says why there is none. */
export async function finalText(
  job: Job,
  fill: () => Promise<Ending>,
): Promise<{ text: string } | { ending: Ending }> {
  if ('text' in job) return { text: job.text };
  if (job.task === 'template') {
    const ending = await fill();
    return ending.filled === undefined ? { ending } : { text: ending.filled.text };
  }
  const args = JSON.stringify(job.arguments, null, 2);
  return {
    text: `${job.source}\n\n# Call: ${job.entry ?? ''}(**${args.replaceAll('\n', '\n# ')})`,
  };
}
