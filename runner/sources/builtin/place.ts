import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import type { Disk } from '../../platform/disk/disk.ts';

/** The folders and programs of the built-in tools. Paths are absolute and real, without a trailing slash. */
export interface Place {
  disk: Disk;
  /** The folder that may be read without approval. */
  boundary: string;
  /** Where relative paths start. */
  directory: string;
  /** More folders that count as inside. */
  allowed: readonly string[];
  /** Paths that nobody may open, even with approval: Lathe's own records and special files. */
  closed: readonly string[];
  /** The folder of skills, with one folder for each. */
  skills: string;
  bash: Host;
  judge: NonNullable<Engine['judge']>;
  /** The absolute paths of system programs, if they are available. */
  programs: { bwrap?: string | undefined; rg?: string | undefined };
}
