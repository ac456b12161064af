import type { Message } from '../message.ts';
import type { TextKey } from './en.ts';
import { approvalTexts } from './zh/approval.ts';
import { dryRunTexts } from './zh/dry-run.ts';
import { editorTexts } from './zh/editor.ts';
import { historyTexts } from './zh/history.ts';
import { libraryTexts } from './zh/library.ts';
import { previewTexts } from './zh/preview.ts';
import { resultTexts } from './zh/result.ts';
import { runTexts } from './zh/run.ts';
import { shellTexts } from './zh/shell.ts';

/** Fetched by whoever reads Chinese; English readers never load it. */
export const zh: Record<TextKey, Message> = {
  ...approvalTexts,
  ...dryRunTexts,
  ...editorTexts,
  ...historyTexts,
  ...libraryTexts,
  ...previewTexts,
  ...resultTexts,
  ...runTexts,
  ...shellTexts,
};
