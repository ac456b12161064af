import { editorLanguage, editorOptions, modelOptions } from './editor-options.ts';
import { monaco } from './monaco.ts';

/** Draws two versions of a file side by side, read only, each under its name. Returns how to take it down. */
export const compareTexts = (
  element: HTMLElement,
  file: { path: string; left: string; right: string; names: { left: string; right: string } },
): (() => void) => {
  const original = monaco.editor.createModel(file.left, editorLanguage(file.path));
  const modified = monaco.editor.createModel(file.right, editorLanguage(file.path));
  for (const model of [original, modified]) model.updateOptions(modelOptions(file.path));
  const view = monaco.editor.createDiffEditor(element, {
    ...editorOptions,
    readOnly: true,
    originalEditable: false,
    renderSideBySide: true,
    useInlineViewWhenSpaceIsLimited: true,
    renderOverviewRuler: false,
  });
  view.setModel({ original, modified });
  // The view's own options for it are not passed on to where the text is.
  view.getOriginalEditor().updateOptions({ ariaLabel: file.names.left });
  view.getModifiedEditor().updateOptions({ ariaLabel: file.names.right });
  return () => {
    view.dispose();
    original.dispose();
    modified.dispose();
  };
};
