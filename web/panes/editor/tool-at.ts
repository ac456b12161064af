import type { AuthoredTool } from '../../../shared/tool/toolset.ts';

/** The tool whose function holds a line of a file; the innermost where functions lie in each other. */
export const toolAt = (
  tools: readonly AuthoredTool[],
  file: string,
  line: number,
): AuthoredTool | undefined =>
  tools
    .filter(({ code }) => code.file === file && code.lines !== undefined)
    .filter(({ code: { lines } }) => lines && lines.from <= line && line <= lines.to)
    .sort((a, b) => (b.code.lines?.from ?? 0) - (a.code.lines?.from ?? 0))[0];
