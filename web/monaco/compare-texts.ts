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
  nameEditor(view.getOriginalEditor(), file.names.left);
  nameEditor(view.getModifiedEditor(), file.names.right);
  return () => {
    view.dispose();
    original.dispose();
    modified.dispose();
  };
};

/** The view passes its options for this on only once, and clears the name when the sides become one. */
function nameEditor(editor: monaco.editor.ICodeEditor, name: string): void {
  const { ariaLabel } = monaco.editor.EditorOption;
  const give = () => {
    if (editor.getOption(ariaLabel) !== name) editor.updateOptions({ ariaLabel: name });
  };
  // It ends with its editor.
  editor.onDidChangeConfiguration((change) => change.hasChanged(ariaLabel) && give());
  give();
}
