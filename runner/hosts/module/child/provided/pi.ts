import { Type, type Static, type TSchema } from '@sinclair/typebox';

export { Box, Container, Markdown, Spacer, Text, TruncatedText } from './components.ts';
export {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  getLanguageFromPath,
  highlightCode,
  keyHint,
  keyHint as keyText,
  keyHint as rawKeyHint,
  renderDiff,
  stripAnsi,
  truncateHead,
  truncateLine,
  truncateTail,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
} from './texts.ts';
export { logger, theme } from './theme.ts';
export { Type };
export type { Static, TSchema };

/** A choice of strings in the form that every provider accepts. Source: seed 002's host exports. */
export const StringEnum = <Values extends readonly string[]>(
  values: Values,
  options: { description?: string; default?: Values[number] } = {},
) => Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });

/** Formats a number of bytes for people. */
export const formatSize = (bytes: number): string => {
  if (bytes < 1024) return `${bytes}B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)}KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)}MB`;
};

export const getMarkdownTheme = () => ({});
export const getSelectListTheme = () => ({});

/** Whether an event is about calls of this tool. */
export const isToolCallEventType = (name: string, event: { toolName?: unknown }): boolean =>
  event.toolName === name;

/** Runs at once, because two calls never run at the same time here. */
export const withFileMutationQueue = async <Done>(
  _: string,
  work: () => Promise<Done>,
): Promise<Done> => work();

/** Returns the folder for the host's own files, which does not exist here. */
export const getAgentDir = (): string => '/nonexistent/.pi/agent';
export const CONFIG_DIR_NAME = '.pi';

/** Returns an extension or a tool unchanged; it only adds types. */
export const defineTool = <Tool>(tool: Tool): Tool => tool;
