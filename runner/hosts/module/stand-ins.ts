import type { Folder } from '../../../shared/tool/folder.ts';
import { codeFiles } from './imports-of.ts';

/** What `child/provided/pi.ts` exports: the names that a module finds in the packages of its host. */
export const providedNames: ReadonlySet<string> = new Set([
  ...['Box', 'Container', 'Markdown', 'Spacer', 'Text', 'TruncatedText'],
  ...['StringEnum', 'Type', 'defineTool', 'formatSize', 'getMarkdownTheme', 'stripAnsi', 'theme'],
  ...['truncateHead', 'truncateTail', 'DEFAULT_MAX_BYTES', 'DEFAULT_MAX_LINES', 'visibleWidth'],
  ...['truncateToWidth', 'truncateLine', 'wrapTextWithAnsi', 'highlightCode', 'renderDiff'],
  ...['getLanguageFromPath', 'keyHint', 'keyText', 'rawKeyHint', 'logger', 'getSelectListTheme'],
  ...['isToolCallEventType', 'withFileMutationQueue', 'getAgentDir', 'CONFIG_DIR_NAME'],
]);

const named =
  /\b(?:import\s+(?!type\b)(?:[\w$]+\s*,\s*)?|export\s+)\{([^}]*)\}\s*from\s*(['"])(@(?:mariozechner|oh-my-pi|f5-sales-demo|earendil-works)\/[^'"\n]+)\2/g;

// A class may be extended where a module begins; everything else is an error where it is used.
const standIn = (name: string, from: string) => {
  const message = `"${name}" of "${from}" is not here: Lathe has no terminal and none of its host's own tools`;
  return `export const ${name} = absent(${JSON.stringify(message)});`;
};

/** The names that a folder's code wants of its host's packages and that Lathe does not have, by package. */
function lackedBy(files: Folder): Map<string, Set<string>> {
  const lacked = new Map<string, Set<string>>();
  for (const [, content] of codeFiles(files)) {
    for (const [, names = '', , from = ''] of content.matchAll(named)) {
      for (const written of names.split(',')) {
        const name = written.trim().split(/\s+as\s+/)[0] ?? '';
        if (!/^[A-Za-z_$][\w$]*$/.test(name) || providedNames.has(name)) continue;
        lacked.set(from, (lacked.get(from) ?? new Set()).add(name));
      }
    }
  }
  return lacked;
}

/**
 * Modules that give what the kit gives, and stand in for what it lacks: much of what authors import is for
 * terminals and never used in a call, and its absence need not keep their tools from loading.
 */
export function standIns(files: Folder, kit: string): { from: string; source: string }[] {
  return [...lackedBy(files)].map(([from, names]) => ({
    from,
    source: `export * from 'file://${kit}/pi.mjs';
const absent = (message) => {
  const fail = () => { throw new Error(message); };
  const get = (target, name) => (name === 'prototype' || typeof name === 'symbol' ? target[name] : fail());
  return new Proxy(class {}, { get, apply: fail, construct: fail });
};
${[...names].map((name) => standIn(name, from)).join('\n')}
`,
  }));
}
