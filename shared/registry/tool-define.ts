import type { ToolBody, ToolCategory, ToolInfo, ToolInfoAsync, InitContext } from './tool-info.ts';

interface Named {
  name: string;
  category: ToolCategory;
  /** True where it is left out. */
  enabled?: boolean;
  /** False where it is left out. */
  autoExecute?: boolean;
  icon?: string;
}

function define<Args>(id: string, info: Named & ToolBody<Args>): ToolInfo<Args>;
function define<Args>(
  id: string,
  info: Named,
  init: (context?: InitContext) => Promise<ToolBody<Args>>,
): ToolInfoAsync<Args>;
function define<Args>(
  id: string,
  info: Named & Partial<ToolBody<Args>>,
  init?: (context?: InitContext) => Promise<ToolBody<Args>>,
): object {
  return { enabled: true, autoExecute: false, ...info, id, ...(init ? { init } : {}) };
}

/**
 * `Tool.define(id, {...})` for a tool that is known at once, `Tool.define(id, {...}, init)` for one
 * whose description and schema are made when it is first wanted. Source: seed 003; schemas of zod 3
 * and of zod 4 alike.
 */
export const Tool = { define };
