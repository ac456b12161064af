import { languages } from '../../languages/languages.ts';
import type { Folder } from '../../tool/folder.ts';
import type { Loss, Written } from '../../tool/format.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { Policies } from '../../tool/definition.ts';
import type { AuthoredTool, Toolset } from '../../tool/toolset.ts';
import { formatLoss, hostOnly } from './format-loss.ts';
import type { FormatLossCode } from './format-loss.ts';
import { contentHash } from '../script-module/content-hash.ts';
import { cacheText, defined, permissions } from '../script-module/module-data.ts';

/**
 * Writes a toolset whose tools are functions of one script: the script and its cache. `format` is the format
 * of its modules.
 */
export function writeScriptModule(toolset: Toolset, format: string): Written {
  const files: Folder = {};
  const losses: Loss[] = [];
  const byFile = new Map<string, AuthoredTool[]>();
  for (const tool of toolset.tools) {
    const why = unfit(tool, format);
    if (why !== undefined) losses.push(formatLoss(tool.definition.name, '/code', why));
    else byFile.set(tool.code.file, [...(byFile.get(tool.code.file) ?? []), tool]);
  }
  for (const [file, tools] of byFile) {
    const [first] = tools;
    if (first === undefined) continue;
    const name = file.replace(/\.[^.]*$/, '');
    const { rulePrompt, policies } = toolset.group;
    files[file] = first.code.source;
    files[`${name}.tool.json`] = cacheText({
      type: languages.get(first.code.language)?.moduleType ?? '',
      name,
      scriptPath: file,
      tools: tools.map((tool) => written(tool, toolset)),
      ...defined({ rulePrompt, defaultPermissions: policies && permissions(policies) }),
      contentHash: contentHash(first.code.source),
    });
  }
  return { files, losses };
}

function unfit({ code }: AuthoredTool, format: string): FormatLossCode | undefined {
  const language = languages.get(code.language);
  if (language === undefined) return 'format-no-code';
  if ((language.moduleFormat ?? 'script-module') !== format) return hostOnly(language);
  const isFunction = code.entry !== undefined && language.moduleType !== undefined;
  return isFunction ? undefined : 'format-whole-program';
}

function written({ definition, code, extra }: AuthoredTool, { group }: Toolset): JsonObject {
  const { name, description, parameters, policies, hidden, category, tags } = definition;
  const same = <K extends keyof Policies>(key: K) => policies?.[key] === group.policies?.[key];
  return {
    type: 'function',
    function: { name, description, parameters },
    ...permissions({
      execution: same('execution') ? undefined : policies?.execution,
      result: same('result') ? undefined : policies?.result,
    }),
    ...extra,
    ...defined({
      hidden,
      label: definition.displayName,
      category,
      tags,
      entry: code.entry === name ? undefined : code.entry,
      line: code.lines?.from,
      endLine: code.lines?.to,
    }),
  };
}
