import type { Route } from '../http/route.ts';
import { changes } from './changes.ts';
import { conversationRoutes } from './conversations/conversations.ts';
import { customToolRoutes } from './custom-tools.ts';
import { decisionRoutes } from './decisions.ts';
import { enableTool } from './enable-tool.ts';
import { exportTool } from './export-tool.ts';
import { foundServerRoutes } from './servers/found-servers.ts';
import { health } from './health.ts';
import { helpRoutes } from './help.ts';
import { historyRoutes } from './history.ts';
import { importTools } from './import-tools.ts';
import { mcpRoutes } from './mcp.ts';
import { mcpServerRoutes } from './mcp-servers.ts';
import { modelRoutes } from './models.ts';
import { moduleRoutes } from './modules.ts';
import { openapi } from './openapi.ts';
import { registryRoutes } from './registry.ts';
import { trashRoutes } from './trash.ts';
import { serverFolderRoute } from './servers/server-folder.ts';
import { session } from './session.ts';
import { settingsRoutes } from './settings.ts';
import { signInRoutes } from './sign-in.ts';
import { runRoutes } from './start-run.ts';
import { toolRoutes } from './tool.ts';

/** Returns all routes of the HTTP interface, by which the app routes, guards, and describes. */
export function routesOf(
  needs: Parameters<typeof health>[0] &
    Parameters<typeof session>[0] &
    Parameters<typeof registryRoutes>[0] &
    Parameters<typeof toolRoutes>[0] &
    Parameters<typeof runRoutes>[0] &
    Parameters<typeof historyRoutes>[0] &
    Parameters<typeof decisionRoutes>[0] &
    Parameters<typeof conversationRoutes>[0] &
    Parameters<typeof modelRoutes>[0] &
    Parameters<typeof helpRoutes>[0] &
    Parameters<typeof mcpServerRoutes>[0] &
    Parameters<typeof moduleRoutes>[0] &
    Parameters<typeof settingsRoutes>[0] &
    Parameters<typeof mcpRoutes>[0],
): readonly Route[] {
  const table = [
    ...[health(needs), session(needs)],
    ...registryRoutes(needs),
    ...toolRoutes(needs),
    ...[enableTool(needs), exportTool(needs), ...trashRoutes(needs), importTools(needs)],
    ...runRoutes(needs),
    ...historyRoutes(needs),
    ...decisionRoutes(needs),
    ...conversationRoutes(needs),
    ...modelRoutes(needs),
    ...helpRoutes(needs),
    ...foundServerRoutes(needs),
    serverFolderRoute(needs),
    ...mcpServerRoutes(needs),
    ...signInRoutes(needs),
    ...moduleRoutes(needs),
    ...settingsRoutes(needs),
    ...[changes(needs)],
    ...customToolRoutes(needs),
    ...mcpRoutes(needs),
  ];
  return [...table, openapi(table, needs.version)];
}
