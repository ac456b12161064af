import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Done } from '../runs/runs.ts';

/**
 * A call's end as MCP has it: the model's text is the content, and a failure is a result that the model can
 * read. What the person gets, and the facts, are under names of our own.
 */
export const callResult = ({ result, ending }: Done): CallToolResult => ({
  content: [{ type: 'text', text: result.llmContent }],
  isError: !result.success,
  _meta: {
    'lathe/displayContent': result.displayContent,
    'lathe/ending': ending.kind,
    ...(result.error === undefined ? {} : { 'lathe/error': result.error }),
    ...(result.metadata === undefined ? {} : { 'lathe/metadata': result.metadata }),
  },
});
