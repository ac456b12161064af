import type { Folder } from '../../../shared/tool/folder.ts';
import { codeFiles } from './imports-of.ts';

/** The exports of `child/provided/pi.ts`: the names that a module can import from its host's packages. */
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

// A class may be extended while the module loads; any other use of the name is an error.
const standIn = (name: string, from: string) => {
  const message = `"${name}" of "${from}" is not here: Lathe has no terminal and none of its host's own tools`;
  return `export const ${name} = absent(${JSON.stringify(message)});`;
};

/** Returns the names that a folder's code imports from its host's packages and that Lathe lacks, by package. */
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
 * Returns modules that export the kit's names and stand-ins for those that it lacks: many imports are for terminals
 * and never used in a call, so their absence should not prevent loading.
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
