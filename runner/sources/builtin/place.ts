import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import type { Disk } from '../../platform/disk.ts';

/** Where the built-in tools work, and with what. Paths are absolute, real, and end without a slash. */
export interface Place {
  disk: Disk;
  /** What lies in here is read unasked. */
  boundary: string;
  /** Where relative paths begin. */
  directory: string;
  /** Further folders that count as inside. */
  allowed: readonly string[];
  /** What nobody may open, whoever approves: Lathe's own records, and what is no file at all. */
  closed: readonly string[];
  /** The folder of skills, each in a folder of its own. */
  skills: string;
  bash: Host;
  judge: NonNullable<Engine['judge']>;
  /** Programs of the machine by absolute path, where they are there. */
  programs: { bwrap?: string | undefined; rg?: string | undefined };
}
