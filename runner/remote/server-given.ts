import type { ServerSettings, ServerWay } from '../../shared/protocol/mcp/servers.ts';
import type { Models } from '../conversations/models/model.ts';
import type { KnownSecrets } from './kept-servers.ts';
import type { KnownTools } from './known-tools.ts';
import type { ServerGround } from './ways.ts';

/** What one server is given of the runner. */
export interface ServerGiven {
  name: string;
  settings: ServerSettings;
  known: KnownTools;
  /** Those that were given for this very address or command. */
  secrets(way: ServerWay): Promise<KnownSecrets>;
  ground: ServerGround;
  models: Pick<Models, 'open'>;
  version: string;
  /** Names of tools that others have. */
  namesBeside(): Promise<ReadonlySet<string>>;
  /** Its state or its tools are others than before. */
  changed(): void;
}
