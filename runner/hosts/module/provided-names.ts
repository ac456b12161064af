/** What `child/provided/pi.ts` exports: the names that a module finds in the packages of its host. */
export const providedNames: ReadonlySet<string> = new Set([
  ...['Box', 'Container', 'Markdown', 'Spacer', 'Text', 'TruncatedText'],
  ...['StringEnum', 'Type', 'defineTool', 'formatSize', 'getMarkdownTheme', 'stripAnsi', 'theme'],
  ...['truncateHead', 'truncateTail', 'DEFAULT_MAX_BYTES', 'DEFAULT_MAX_LINES', 'visibleWidth'],
  ...['truncateToWidth', 'truncateLine', 'wrapTextWithAnsi', 'highlightCode', 'renderDiff'],
  ...['getLanguageFromPath', 'keyHint', 'keyText', 'rawKeyHint', 'logger', 'getSelectListTheme'],
  ...['isToolCallEventType', 'withFileMutationQueue', 'getAgentDir', 'CONFIG_DIR_NAME'],
]);
