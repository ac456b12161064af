import type { Declare } from '../../../shared/tool/declared.ts';
import type { Host } from '../../../shared/tool/host.ts';
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

/** What the runner adds to a language whose program has to be found, or whose modules no host reads. */
export interface LanguageHere {
  /** The language's id. */
  id: string;
  /** Opens the host of its jobs. */
  open(ground: LanguageGround): Host;
  /** Reads its modules. */
  declare?: Declare;
}
