import type { Declared, DeclaredTool } from '../../tool/declared.ts';
import type { Json, JsonObject } from '../../tool/json.ts';
import { Traits } from '../../tool/definition.ts';
import type { Policies } from '../../tool/definition.ts';
import type { Problem } from '../../tool/problem.ts';
import { contentHash } from './content-hash.ts';
import type { ModuleCache } from './module-cache.ts';
import type { ModuleFiles } from './module-files.ts';

/** The fields that hold something: JSON has no undefined. */
export const defined = (fields: Record<string, Json | undefined>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, Json] => field[1] !== undefined),
  );

export const permissions = (policies: Policies | undefined): JsonObject =>
  defined({
    executionPolicy: policies?.execution,
    resultApprovalPolicy: policies?.result,
  });

const cachedTool = (tool: DeclaredTool): JsonObject => ({
  type: 'function',
  function: { name: tool.name, description: tool.description, parameters: tool.parameters },
  ...permissions(tool.policies),
  ...defined({
    hasFormat: tool.hasFormat || undefined,
    hidden: tool.hidden?.length ? tool.hidden : undefined,
    kind: tool.kind,
    ...(Traits.parse(tool) as JsonObject),
    unlisted: tool.unlisted,
    label: tool.label,
    category: tool.category,
    tags: tool.tags?.length ? tool.tags : undefined,
    entry: tool.entry === tool.name ? undefined : tool.entry,
    declaredReturnType: tool.declaredReturnType as JsonObject | undefined,
  }),
  line: tool.line,
  endLine: tool.endLine,
});

/**
 * The cache of a script that was read. What an earlier cache has beyond the format's fields is kept,
 * and so are its tools where the script cannot be parsed any more: they are then marked stale.
 */
export function moduleData(
  declared: Declared,
  read: {
    module: ModuleFiles;
    source: string;
    before?: ModuleCache;
    lastModified?: number;
    folderHash?: string;
  },
): JsonObject {
  const { module, source, before, lastModified, folderHash } = read;
  const { script: file, name, language } = module;
  const kept: JsonObject = before ? (JSON.parse(JSON.stringify(before)) as JsonObject) : {};
  for (const field of ['stale', 'problems', 'lastModified']) delete kept[field];
  for (const field of declared.ok ? ['rulePrompt', 'packages'] : []) delete kept[field];
  const problems: Problem[] = declared.problems.map((problem) => ({ ...problem, file }));
  const policies = { ...language.modulePolicies, ...(declared.ok ? declared.policies : {}) };
  return {
    ...kept,
    type: language.moduleType ?? '',
    name,
    scriptPath: file,
    tools: declared.ok ? declared.tools.map(cachedTool) : (kept.tools ?? []),
    ...defined({
      rulePrompt: declared.ok ? declared.rulePrompt : undefined,
      defaultPermissions:
        (declared.ok ? undefined : kept.defaultPermissions) ?? permissions(policies),
      lastModified,
      contentHash: contentHash(source),
      folderHash,
      dialect: declared.ok ? declared.dialect : undefined,
      packages: declared.ok && declared.packages?.length ? declared.packages : undefined,
      problems: problems.length > 0 ? (problems as unknown as Json) : undefined,
      stale: declared.ok ? undefined : true,
    }),
  };
}

/** The cache as text. Indented by four, letters as they are. Source: seed 000's own files. */
export const cacheText = (data: JsonObject): string => `${JSON.stringify(data, null, 4)}\n`;
