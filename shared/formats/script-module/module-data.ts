import { readJson, writeJson } from '../../tool/exact-number.ts';
import type { Declared, DeclaredTool } from '../../tool/declared.ts';
import type { Json, JsonObject } from '../../tool/json.ts';
import { Traits } from '../../tool/definition.ts';
import type { Policies } from '../../tool/definition.ts';
import type { Problem } from '../../tool/problem/problem.ts';
import { isObject } from '../../schema/json/values.ts';
import { contentHash } from './content-hash.ts';
import type { ModuleCache } from './module-cache.ts';
import type { ModuleFiles } from './module-files.ts';

/** Returns the fields whose value is not undefined, which JSON lacks. */
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
 * Makes the cache of a script after reading it. Keeps additional fields of an earlier cache; also its tools
 * if the script can no longer be parsed, marked as stale.
 */
export function moduleData(
  declared: Declared,
  read: {
    module: ModuleFiles;
    source: string;
    before?: ModuleCache;
    /** Why an earlier cache could not be used. */
    broken?: Problem;
    lastModified?: number;
    folderHash?: string;
  },
): JsonObject {
  const { module, source, before, broken, lastModified, folderHash } = read;
  const { script: file, name, language } = module;
  const kept: JsonObject = before ? (readJson(writeJson(before)) as JsonObject) : {};
  for (const field of ['stale', 'problems', 'lastModified']) delete kept[field];
  for (const field of declared.ok ? ['rulePrompt', 'packages', 'told'] : []) delete kept[field];
  const problems: Problem[] = [
    ...declared.problems.map((problem) => ({ ...problem, file })),
    ...(broken ? [broken] : []),
  ];
  // The policies in another program's cache were its author's choice; those that Lathe wrote came from the
  // script.
  const isAuthors =
    before !== undefined && (before.contentHash === undefined || before.authored === true);
  const said = permissions((declared.ok ? declared.policies : undefined) ?? {});
  const standing = isAuthors || !declared.ok ? kept.defaultPermissions : undefined;
  return {
    ...kept,
    type: language.moduleType ?? '',
    name: isAuthors && typeof kept.name === 'string' ? kept.name : name,
    scriptPath: file,
    tools: declared.ok ? declared.tools.map(cachedTool) : (kept.tools ?? []),
    ...defined({
      rulePrompt: declared.ok ? declared.rulePrompt : undefined,
      defaultPermissions: {
        ...permissions(language.modulePolicies ?? {}),
        ...(isObject(standing) ? standing : {}),
        ...said,
      },
      authored: isAuthors || undefined,
      lastModified,
      contentHash: contentHash(source),
      folderHash,
      dialect: declared.ok ? declared.dialect : undefined,
      told: declared.ok ? declared.told : undefined,
      packages: declared.ok && declared.packages?.length ? declared.packages : undefined,
      problems: problems.length > 0 ? (problems as unknown as Json) : undefined,
      stale: declared.ok ? undefined : true,
    }),
  };
}

/**
 * Returns the cache as text: indented by four spaces, with non-ASCII letters unescaped. Source: the files of
 * seed 000.
 */
export const cacheText = (data: JsonObject): string => `${writeJson(data, 4)}\n`;
