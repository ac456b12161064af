import type { FolderFault, ServerFolder } from '../../../shared/protocol/mcp/server-folder.ts';
import { ServerSettings } from '../../../shared/protocol/mcp/servers.ts';
import { isSameName } from '../kept-servers.ts';
import type { KeptServer, KeptServers } from '../servers-file.ts';
import { faultOf, type ServerFolders } from './server-folders.ts';

/** A server with the settings that apply, and its folder if it is in the workspace. */
export interface ServerHere {
  name: string;
  settings: ServerSettings;
  folder?: ServerFolder;
}

interface Together {
  servers: readonly ServerHere[];
  faults: readonly FolderFault[];
  /** Decisions about deleted folders. */
  gone: readonly KeptServer[];
}

/**
 * Combines the servers of this machine with the workspace's folders. A decision about a folder applies as long as
 * the file describes what it was made for; otherwise the server is turned off, without grants.
 */
export function withFolders(
  { servers: kept, broken }: KeptServers,
  folders: ServerFolders,
  { most, seenOf }: { most: number; seenOf(digest: string): string },
): Together {
  const own = kept.filter((one) => one.folder === undefined);
  const said = new Map(
    kept.filter((one) => one.folder !== undefined).map((one) => [one.name, one]),
  );
  const taken = [...own, ...broken].flatMap(({ name }) => name ?? []);
  const servers: ServerHere[] = own.map(({ name, settings }) => ({ name, settings }));
  const faults = [...folders.faults];
  for (const [name, { file, way, secrets, wants, digest }] of folders.found) {
    const other = taken.find((one) => isSameName(one, name));
    if (other !== undefined) {
      const why = `A server of this machine is called "${other}"; rename the folder, or remove that server`;
      faults.push(faultOf(name, 'taken', why, { name: other }));
      continue;
    }
    if (servers.length >= most) {
      const why = 'The maximum number of servers is reached';
      faults.push(faultOf(name, 'too-many', why, { name }));
      continue;
    }
    const last = said.get(name);
    const isSame = last?.folder === digest;
    servers.push({
      name,
      settings: isSame ? last.settings : ServerSettings.parse({ enabled: false, way }),
      folder: {
        ...{ file, wants, values: Object.keys(secrets) },
        isChanged: last !== undefined && !isSame,
        seen: seenOf(digest),
      },
    });
  }
  const gone = [...said.values()].filter(({ name }) => folders.isGone(name));
  return { servers, faults, gone };
}
