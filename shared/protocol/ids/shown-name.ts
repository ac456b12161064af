import { builtinId } from './builtin-id.ts';
import { foundId } from './found-id.ts';
import { serverId } from './server-id.ts';

/** The display name of a tool with this id. */
export const shownName = (id: string): string =>
  builtinId.nameIn(id) ?? foundId.nameIn(id) ?? serverId.nameIn(id) ?? id;
