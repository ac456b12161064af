import type { Classify } from '../../../shared/commands/classify.ts';
import type { Verdict } from '../../../shared/commands/verdict.ts';
import type { Declare } from '../../../shared/tool/declared.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import type { ProcessJob } from '../../../shared/tool/run/job.ts';
import type { ProcessGround } from '../process/process-host.ts';

/** What the programs of languages may need besides a place to run. */
export interface LanguageGround extends ProcessGround {
  /** A folder for data that is created once per machine. */
  cache: string;
  /** The value of PATH, which is searched for programs. */
  path: string;
  /** Whether missing programs may be downloaded, once. */
  install: boolean;
}

/** What the runner adds to a language: how to find its program, read its modules and judge its commands. */
export interface LanguageHere {
  /** The language's id. */
  id: string;
  /** Opens the host of its jobs; needed only if `program` does not suffice. */
  open?(ground: LanguageGround): Host;
  /** Judges its commands by their text alone. */
  classify?(): Promise<Classify>;
  /** Judges one of its jobs before it runs, in a folder that it may read. */
  judge?(
    job: ProcessJob,
    place: { boundary: string; allowed: readonly string[] },
  ): Promise<Verdict>;
  /** Reads its modules. */
  declare?: Declare;
}
