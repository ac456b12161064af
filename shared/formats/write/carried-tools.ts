import { writeJson } from '../../tool/exact-number.ts';
import { languages } from '../../languages/languages.ts';
import type { Folder } from '../../tool/folder.ts';
import type { Loss } from '../../tool/format.ts';
import type { Language } from '../../tool/language.ts';
import type { AuthoredTool, Toolset } from '../../tool/toolset.ts';
import { formatLoss, hostOnly } from './format-loss.ts';

interface CarriedTools {
  /** The tools that can run outside Lathe, in order. */
  tools: AuthoredTool[];
  /** Their unchanged code, and `tools.json`, which says how to call each one; empty if there are none. */
  files: Folder;
  losses: Loss[];
  /** Names of Lathe's files that run the tools. */
  carried: string[];
  /** The programs that must be installed, in words. */
  needs: string[];
  /** The required packages, by name, with versions. */
  packages: Record<string, string>;
}

const PROGRAM = ['lathe.mjs', 'lathe.d.mts', 'watch.sh', 'group.sh'];

/** Who answers approvals; losses report the difference. */
type Asker = 'client' | 'nobody';
const askerLosses = {
  client: ['format-client-asks', 'format-client-answers'],
  nobody: ['format-nobody-asks', 'format-no-answers'],
} as const;

/** Returns the tools of a toolset with everything that they need to run in plain Node. */
export function carriedTools(toolset: Toolset, asker: Asker = 'nobody'): CarriedTools {
  const carried = new Set<string>();
  const needs = new Set<string>();
  const packages: Record<string, string> = {};
  const tools: AuthoredTool[] = [];
  const losses: Loss[] = [];
  const files: Folder = {};
  const listed = toolset.tools.flatMap((tool) => {
    const language = languages.get(tool.code.language);
    if (language?.carried === undefined) {
      const why = language === undefined ? 'format-no-code' : hostOnly(language);
      losses.push(formatLoss(tool.definition.name, '/code', why));
      return [];
    }
    for (const file of [...PROGRAM, ...language.carried.files]) carried.add(file);
    if (language.carried.needs !== undefined) needs.add(language.carried.needs);
    Object.assign(packages, language.carried.packages);
    losses.push(...leftBehind(tool, language, toolset, asker));
    tools.push(tool);
    const { source, folder, ...code } = tool.code;
    if (folder !== undefined) {
      for (const [path, content] of Object.entries(folder.files)) files[`tools/${path}`] = content;
      const paths = Object.keys(folder.files);
      return [{ ...tool, code, path: code.file, folder: { name: folder.name, paths } }];
    }
    const path = freePath(tool, files);
    files[path] = source;
    return [{ ...tool, code, path: path.slice('tools/'.length) }];
  });
  if (listed.length > 0) files['tools/tools.json'] = `${writeJson(listed, 2)}\n`;
  return { tools, files, losses, carried: [...carried], needs: [...needs], packages };
}

/** Returns a path for the code file. The functions of a module share one; a program has its own folder. */
function freePath({ code, definition }: AuthoredTool, files: Folder): string {
  const file = code.file.split('/').at(-1) ?? '';
  const name = definition.name.replace(/[^\w-]/g, '_');
  for (let count = 1; ; count += 1) {
    const place = count === 1 ? name : `${name}_${count}`;
    const path = `tools/${code.entry === undefined || count > 1 ? `${place}/` : ''}${file}`;
    const there = Object.hasOwn(files, path) ? files[path] : undefined;
    if (there === undefined || there === code.source) return path;
  }
}

function leftBehind(
  { definition, code }: AuthoredTool,
  language: Language,
  set: Toolset,
  asker: Asker,
): Loss[] {
  const { name, policies = set.group.policies } = definition;
  const asks = language.ask !== undefined || policies !== undefined;
  const [approvals, questions] = askerLosses[asker];
  const wheels = code.packages ?? [];
  return [
    formatLoss(name, '/sandbox', 'format-no-sandbox'),
    ...(asks ? [formatLoss(name, '/policies', approvals)] : []),
    ...(language.carried?.asks ? [formatLoss(name, '/questions', questions)] : []),
    ...(wheels.length === 0
      ? []
      : [formatLoss(name, '/packages', 'format-wheels', { names: wheels.join(', ') })]),
  ];
}
