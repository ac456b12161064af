import type { Route } from '../http/route.ts';
import { decideRun, listApprovals } from './approvals.ts';
import { answerQuestion } from './answer-question.ts';
import { changes } from './changes.ts';
import { listConflicts } from './conflicts.ts';
import { listCustomTools, removeCustomTool, saveCustomTool } from './custom-tools.ts';
import { declarations } from './declarations.ts';
import { listDecisions, revokeDecision } from './decisions.ts';
import { declareModule } from './declare-module.ts';
import { enableTool } from './enable-tool.ts';
import { exportTool } from './export-tool.ts';
import { listFoundModules } from './found-modules.ts';
import { health } from './health.ts';
import { importTools } from './import-tools.ts';
import { listTools } from './list-tools.ts';
import { mcpRoutes } from './mcp.ts';
import { grantRights, readRights } from './module-rights.ts';
import { fireSessionEvent, readModuleSession } from './module-session.ts';
import { openapi } from './openapi.ts';
import { restoreTool } from './restore-tool.ts';
import { cancelRun, listRuns, readRun, runDurations, runSteps } from './run-history.ts';
import { session } from './session.ts';
import { readSettings, saveSettings } from './settings.ts';
import { startRun } from './start-run.ts';
import { readTool, removeTool, saveTool } from './tool.ts';

const table: Route[] = [
  health,
  session,
  listTools,
  readTool,
  saveTool,
  removeTool,
  enableTool,
  exportTool,
  restoreTool,
  importTools,
  startRun,
  listRuns,
  runDurations,
  readRun,
  runSteps,
  cancelRun,
  decideRun,
  answerQuestion,
  readModuleSession,
  fireSessionEvent,
  readRights,
  grantRights,
  declareModule,
  listApprovals,
  listDecisions,
  revokeDecision,
  readSettings,
  saveSettings,
  changes,
  declarations,
  listConflicts,
  listFoundModules,
  listCustomTools,
  saveCustomTool,
  removeCustomTool,
  ...mcpRoutes,
];

/** Every path of the HTTP interface: what the app routes, guards, and describes. */
export const routes: readonly Route[] = [...table, openapi(table)];
