import type { Message } from '../message.ts';
import type { TextKey } from './en.ts';
import { editorTexts } from './zh/editor.ts';
import { libraryTexts } from './zh/library.ts';
import { runTexts } from './zh/run.ts';
import { shellTexts } from './zh/shell.ts';

/** Fetched by whoever reads Chinese; English readers never load it. */
export const zh: Record<TextKey, Message> = {
  ...editorTexts,
  ...libraryTexts,
  ...runTexts,
  ...shellTexts,
};
