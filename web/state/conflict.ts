import type { ToolFolder } from '../../shared/protocol/tools.ts';

/** A save that met another's; both versions stay until the person chooses. */
export interface Conflict {
  id: string;
  theirs: ToolFolder;
}
