import type { ToolDescription } from './tool.ts';

/**
 * The description that a model reads: short, long, then the notes and the important rules as bullets.
 * Examples are for people and are left out. Source: seed 004, `buildFullDescription`.
 */
export function describe(description: ToolDescription): string {
  const { short, long, usageNotes = [], important = [] } = description;
  return [
    short,
    ...(long ? [long] : []),
    ...bullets('\nUsage notes:', usageNotes),
    ...bullets('\nIMPORTANT:', important),
  ].join('\n');
}

function bullets(title: string, notes: string[]): string[] {
  return notes.length === 0 ? [] : [title, ...notes.map((note) => `- ${note}`)];
}
