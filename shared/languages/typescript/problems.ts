import type { Problem } from '../../tool/problem.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';

/** What is wrong with a tool of a module as it was declared, beyond what loading it says. */
export function problems({ code, definition }: AuthoredTool): Problem[] {
  if (definition.description.trim() !== '') return [];
  return [
    {
      severity: 'warning',
      code: 'no-description',
      message: `"${definition.name}" has no description, so a model cannot know when to call it; add "description"`,
      values: { name: definition.name },
      file: code.file,
      line: code.lines?.from ?? 1,
      column: 1,
    },
  ];
}
