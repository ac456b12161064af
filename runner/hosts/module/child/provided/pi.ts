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

/** A choice of texts in the form that every provider takes. Source: seed 002's host exports. */
export const StringEnum = <Values extends readonly string[]>(
  values: Values,
  options: { description?: string; default?: Values[number] } = {},
) => Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });

/** Bytes as a person reads them. */
export const formatSize = (bytes: number): string => {
  if (bytes < 1024) return `${bytes}B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)}KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)}MB`;
};

export const getMarkdownTheme = () => ({});
export const getSelectListTheme = () => ({});

/** Whether an event is of this tool's calls. */
export const isToolCallEventType = (name: string, event: { toolName?: unknown }): boolean =>
  event.toolName === name;

/** Two calls never run at the same time here, so that nothing waits. */
export const withFileMutationQueue = async <Done>(
  _: string,
  work: () => Promise<Done>,
): Promise<Done> => work();

/** Where the host of the module keeps its own files; nothing lies there. */
export const getAgentDir = (): string => '/nonexistent/.pi/agent';
export const CONFIG_DIR_NAME = '.pi';

/** An extension or a tool with its types, as it is. */
export const defineTool = <Tool>(tool: Tool): Tool => tool;
