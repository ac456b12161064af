import { builtinId } from './builtin-id.ts';
import { externalId } from './external-id.ts';
import { serverId } from './server-id.ts';

/** The display name of a tool with this id. */
export const shownName = (id: string): string =>
  builtinId.nameIn(id) ?? externalId.nameIn(id) ?? serverId.nameIn(id) ?? id;
