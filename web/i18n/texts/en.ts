import { editorTexts } from './en/editor.ts';
import { libraryTexts } from './en/library.ts';
import { runTexts } from './en/run.ts';
import { shellTexts } from './en/shell.ts';

/** Every text of the page that is there from its first moment. */
export const en = {
  ...editorTexts,
  ...libraryTexts,
  ...runTexts,
  ...shellTexts,
};

export type TextKey = keyof typeof en;
