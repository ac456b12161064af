import { zodSource } from './zod-source.ts';
import { mcp } from '../../schema/providers/mcp.ts';
import { JsonObject } from '../../tool/json.ts';
import type { Written } from '../../tool/format.ts';
import type { AuthoredTool, Toolset } from '../../tool/toolset.ts';
import { carriedTools } from './carried-tools.ts';
import { formatLoss, lacking, type Lackable } from './format-loss.ts';

/** A tool as the module of another program defines it. */
export interface ModuleTool {
  tool: AuthoredTool;
  /** The variable name of the tool. */
  variable: string;
  /** The schema for models, as JSON Schema and as zod code. */
  parameters: JsonObject;
  zod: string;
}

/** The module format of one program. */
interface ModuleForm {
  /** Whether its schema is zod code, which cannot express everything. */
  usesZod: boolean;
  /** Fields of a definition that the module lacks. */
  lacks: readonly Lackable[];
  /** The text of index.ts. */
  code(tools: ModuleTool[]): string;
}

/** Writes a TypeScript module for another program, and the files that run its tools. */
export function moduleFolder(toolset: Toolset, { usesZod, lacks, code }: ModuleForm): Written {
  const { tools, files, losses, carried, packages } = carriedTools(toolset);
  if (tools.length === 0) return { files: {}, losses };
  const taken = new Set<string>();
  const written = tools.map((tool) => {
    const { name } = tool.definition;
    const { declaration, losses: hidden } = mcp.declare(tool.definition);
    losses.push(...hidden.filter((loss) => loss.code !== 'tool-name'));
    const parameters = JsonObject.parse(declaration.inputSchema);
    const { code: zod, unsaid } = zodSource(parameters);
    const names = Object.keys(tool.code.folder === undefined ? {} : packages).join(', ');
    if (names !== '') losses.push(formatLoss(name, '/packages', 'format-packages', { names }));
    if (toolset.group.rulePrompt !== undefined)
      losses.push(formatLoss(name, '/rulePrompt', 'format-no-group'));
    losses.push(...lacking(tool, lacks));
    if (usesZod) for (const path of unsaid) losses.push(formatLoss(name, path, 'format-zod'));
    return { tool, variable: variableOf(name, taken), parameters, zod };
  });
  return { files: { 'index.ts': code(written), ...files }, losses, carried };
}

function variableOf(name: string, taken: Set<string>): string {
  const camel = name.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) =>
    (next ?? '').toUpperCase(),
  );
  const base = `${/^[A-Za-z]/.test(camel) ? camel : `tool${camel}`}Tool`;
  for (let count = 1; ; count += 1) {
    const variable = count === 1 ? base : `${base}${count}`;
    if (taken.has(variable)) continue;
    taken.add(variable);
    return variable;
  }
}
