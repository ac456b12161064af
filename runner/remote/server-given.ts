import type { ServerSettings, ServerWay } from '../../shared/protocol/mcp/servers.ts';
import type { Models } from '../conversations/models/model.ts';
import type { KnownSecrets } from './kept-servers.ts';
import type { KnownTools } from './known-tools.ts';
import type { ServerGround } from './ways.ts';

/** What a server gets from the runner. */
export interface ServerGiven {
  name: string;
  settings: ServerSettings;
  known: KnownTools;
  /** Returns the secrets for this address or command. */
  secrets(way: ServerWay): Promise<KnownSecrets>;
  ground: ServerGround;
  models: Pick<Models, 'open'>;
  version: string;
  /** Returns the names that other tools have. */
  namesBeside(): Promise<ReadonlySet<string>>;
  /** Called when its state or its tools changed. */
  changed(): void;
}
