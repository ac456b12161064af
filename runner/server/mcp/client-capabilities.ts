import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import type { ClientCapabilities, Server, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { APP_TYPE } from '../../../shared/protocol/mcp/content.ts';

/** Returns the client's capabilities, from this request or from the start of its session. */
export function capabilitiesOf(
  server: Server,
  { mcpReq: { envelope } }: ServerContext,
): ClientCapabilities | undefined {
  const told: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined = envelope;
  return told ? told[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
}

const Apps = z.looseObject({ mimeTypes: z.array(z.string()) });

/** Whether the client draws interfaces of tools. Source: MCP Apps, 2026-01-26, capability negotiation. */
export function takesApps(said: ClientCapabilities | undefined): boolean {
  const { data } = Apps.safeParse(said?.extensions?.['io.modelcontextprotocol/ui']);
  return data?.mimeTypes.some((type) => type.replaceAll(' ', '') === APP_TYPE) === true;
}
