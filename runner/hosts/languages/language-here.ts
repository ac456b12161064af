import type { Classify } from '../../../shared/commands/classify.ts';
import type { Verdict } from '../../../shared/commands/verdict.ts';
import type { Declare } from '../../../shared/tool/declared.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import type { ProcessJob } from '../../../shared/tool/run/job.ts';
import type { ProcessGround } from '../process/process-host.ts';

/** What the programs of languages may need beside a place to run in. */
export interface LanguageGround extends ProcessGround {
  /** A folder for what is made once per machine. */
  cache: string;
  /** The value of PATH, in which programs are looked for. */
  path: string;
  /** Whether what is missing may be fetched, once. */
  install: boolean;
}

/** What the runner adds to a language: a way to its program, a reader of its modules, a judge of its commands. */
export interface LanguageHere {
  /** The language's id. */
  id: string;
  /** Opens the host of its jobs, where its program alone does not say how. */
  open?(ground: LanguageGround): Host;
  /** Judges its commands by their text alone. */
  classify?(): Promise<Classify>;
  /** Judges a job of its own before it runs, in a folder that it may read. */
  judge?(
    job: ProcessJob,
    place: { boundary: string; allowed: readonly string[] },
  ): Promise<Verdict>;
  /** Reads its modules. */
  declare?: Declare;
}
