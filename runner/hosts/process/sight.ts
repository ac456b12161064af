import { z } from 'zod';
import type { ProcessJob } from '../../../shared/tool/job.ts';

/** What a box shows of the person: real folders of the machine, each at its own path. */
export interface Sight {
  files: string;
  /** Further folders that the person opened to tools. */
  allowed: string[];
  /** Where the program starts, in one of these. */
  directory: string;
  writable: boolean;
}

/** What a caller may say beside the script, for the box alone. */
const Guest = z.object({
  readOnly: z.boolean().optional(),
  directory: z.string().optional(),
  allowed: z.array(z.string()).optional(),
});

export function sightOf(job: ProcessJob, files: string): Sight {
  const { readOnly, directory = files, allowed = [] } = Guest.parse(job.guest ?? {});
  return { files, allowed, directory, writable: readOnly !== true };
}
