import type { monaco } from './monaco.ts';

/** What belongs to a file rather than to the view of it. */
export const modelOptions = (path: string): monaco.editor.ITextModelUpdateOptions => ({
  tabSize: path.endsWith('.json') ? 2 : 4,
  insertSpaces: true,
});
