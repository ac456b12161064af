import type { CallableTool } from '../server/mcp/callable-tool.ts';
import type { Platform } from '../platform/platform.ts';
import type { InvokeParts } from '../../shared/registry/invoke-parts.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import { callTool } from './call-tool.ts';
import type { Hosts } from './hosts.ts';
import type { Session } from './session.ts';

/** What both kinds of sources work with. */
export interface McpGiven {
  session: Session;
  platform: Platform;
  hosts: Hosts;
  ask: InvokeParts['ask'];
  /** Hears that the tools may be others now. */
  changed(): void;
}

export interface McpSources {
  tools(): Promise<readonly CallableTool[]>;
  close(): Promise<void>;
}

/** Where a tool lies. */
export interface McpOrigin {
  path: string;
  folderName: string;
  group: string;
}

/** What the person decided about a tool, where it lies in a workspace. */
export type McpDecided = Partial<Pick<InvokeParts, 'refused' | 'settings' | 'limits'>>;

/** A tool that the command calls as `lathe run` does. */
export const mcpTool = (
  tool: AuthoredTool,
  origin: McpOrigin,
  { hosts, ask }: Pick<McpGiven, 'hosts' | 'ask'>,
  decided: McpDecided = {},
): CallableTool => ({
  definition: tool.definition,
  call(args, tell, signal) {
    const asked = { ...origin, tool, arguments: args, tell, instead: { ask, ...decided } };
    return callTool(asked, hosts, false, signal);
  },
});
