import type { HostHealth } from '../../shared/protocol/health.ts';
import type { Declarers } from '../../shared/tool/declared.ts';
import type { Host } from '../../shared/tool/host.ts';
import type { Registry } from '../../shared/registry/registry.ts';
import type { Approvals } from '../calls/approvals.ts';
import type { Assets } from './assets.ts';
import type { Builtins } from '../sources/builtin/builtins.ts';
import type { Channel } from './channel.ts';
import type { Discovery } from '../sources/found/discovery.ts';
import type { Credentials } from './guard/credential.ts';
import type { Drafts } from '../sources/workspace/drafts.ts';
import type { Library } from '../sources/workspace/library.ts';
import type { McpEndpoint } from './mcp/endpoint.ts';
import type { Grants } from '../store/grants.ts';
import type { Runs } from '../calls/runs.ts';
import type { RunStore } from '../store/run-store.ts';
import type { Settings } from '../store/settings.ts';
import type { ToolStore } from '../store/tool-store.ts';
import type { WorkspaceState } from '../store/workspace-state.ts';

/** Everything the app works with. An entry file makes it for its engine. */
export interface Parts {
  version: string;
  engine: string;
  /** The workspace's folder. */
  workspace: string;
  /** The project's own folder, absolute. */
  home: string;
  loosened: string[];
  /** Where it listens: known once it does. */
  address(): { port: number; authorities: readonly string[] };
  credentials: Credentials;
  tools: ToolStore;
  /** What the person has to know about the workspace's own files. */
  state: WorkspaceState;
  library: Library;
  drafts: Drafts;
  /** Modules outside of the workspace. */
  discovery: Discovery;
  builtins: Builtins;
  /** Every tool that no folder holds, by its name. */
  registry: Registry;
  settings: Settings;
  history: RunStore;
  hosts: ReadonlyMap<string, Host>;
  /** Read modules as tools, by the id of their language. */
  declarers: Declarers;
  /** How far the preparation of a host is, by its id. */
  progress: ReadonlyMap<string, HostHealth['progress']>;
  runs: Runs;
  approvals: Approvals;
  grants: Grants;
  channel: Channel;
  assets: Assets;
  mcp: McpEndpoint;
  /** Something broke that is no request's fault. Never gets a token, a body or an argument. */
  log(line: string): void;
}
