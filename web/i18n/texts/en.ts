import { approvalTexts } from './en/approval.ts';
import { dryRunTexts } from './en/dry-run.ts';
import { editorTexts } from './en/editor.ts';
import { historyTexts } from './en/history.ts';
import { libraryTexts } from './en/library.ts';
import { previewTexts } from './en/preview.ts';
import { resultTexts } from './en/result.ts';
import { runTexts } from './en/run.ts';
import { shellTexts } from './en/shell.ts';

/** Every text of the page that is there from its first moment. */
export const en = {
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

export type TextKey = keyof typeof en;
