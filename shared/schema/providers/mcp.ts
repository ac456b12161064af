import { readsOnly } from '../../tool/definition.ts';
import type { JsonObject } from '../../tool/json.ts';
import { Losses } from './losses.ts';
import { toolName } from './provider.ts';
import type { Provider } from './provider.ts';
import { visible } from './visible.ts';

/**
 * A tool in the list of an MCP server. Source: Model Context Protocol 2026-07-28, `Tool`, and its rules for
 * tool names (since 2025-11-25: letters, digits, `_`, `-` and `.`, at most 128).
 */
export const mcp: Provider = {
  id: 'mcp',
  label: 'MCP',
  declare(definition) {
    const losses = new Losses(definition.name);
    const inputSchema = visible(definition, losses);
    const declaration: JsonObject = {
      name: toolName(definition.name, /A-Za-z0-9_.-/, 128, losses),
      description: definition.description,
      inputSchema,
    };
    if (definition.kind !== undefined || definition.isReadOnly !== undefined)
      declaration.annotations = { readOnlyHint: readsOnly(definition) };
    return { declaration, losses: losses.rows };
  },
};
