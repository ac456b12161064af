import type { ServerSummary } from '../../../shared/protocol/mcp/state.ts';
import type { ToolChange, ToolHints } from '../../../shared/protocol/mcp/tools.ts';
import { tv } from './texts.ts';

/** What is otherwise in a tool, in the reader's language. */
export const changeText = ({ code, path = '', from = '', to = '' }: ToolChange): string =>
  code === 'schema-changed' && path !== ''
    ? tv('change.schema-changed.at', { path })
    : tv(`change.${code}`, { path, from, to }).trim();

const hintNames = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** What a server says of its tool, in words; empty where it says nothing. */
export const hintTexts = (hints: ToolHints): string[] =>
  hintNames.flatMap((name) => {
    const said = hints[name];
    if (said === undefined) return [];
    const hint = tv(`hint.${name}`);
    return [said ? hint : tv('hint.not', { hint })];
  });

/** Tools that were not taken, each with its reason. */
export const leftOutTexts = ({ leftOut, leftOutMore }: ServerSummary): string[] => [
  ...leftOut.map(({ name, code }) => tv(`leftOut.${code}`, { name })),
  ...(leftOutMore > 0 ? [tv('leftOut.more', { count: leftOutMore })] : []),
];
