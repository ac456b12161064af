import type { Folder } from '../../shared/tool/folder.ts';
import { editorLanguage, modelOptions } from './editor-options.ts';
import { monaco } from './monaco.ts';
import { changedRange } from './text-places.ts';

export type TextModel = monaco.editor.ITextModel;

/** A file of a tool folder, as the editor names it. */
export const fileUri = (toolId: string, path: string): monaco.Uri =>
  monaco.Uri.from({ scheme: 'file', path: `/${toolId}/${path}` });

/**
 * The editor's models of tool folders: one a file, so that each keeps its own undo. `onEdit` hears
 * of what the person typed, never of what came from the workspace.
 */
export class Models {
  #onEdit: (toolId: string, path: string, text: string) => void;
  #following = false;
  #open = new Map<string, Map<string, TextModel>>();

  constructor(onEdit: (toolId: string, path: string, text: string) => void) {
    this.#onEdit = onEdit;
  }

  get(toolId: string, path: string): TextModel | undefined {
    return this.#open.get(toolId)?.get(path);
  }

  of(toolId: string): ReadonlyMap<string, TextModel> {
    return this.#open.get(toolId) ?? new Map();
  }

  /** Makes the models say what the files say; what changed can be undone. */
  follow(toolId: string, files: Folder): void {
    const models = this.#open.get(toolId) ?? new Map<string, TextModel>();
    this.#open.set(toolId, models);
    for (const [path, model] of models) {
      if (typeof files[path] === 'string') continue;
      model.dispose();
      models.delete(path);
    }
    this.#following = true;
    for (const [path, content] of Object.entries(files)) {
      if (typeof content !== 'string') continue;
      const model = models.get(path);
      if (model) replace(model, content);
      else models.set(path, this.#create(toolId, path, content));
    }
    this.#following = false;
  }

  forget(toolId: string): void {
    for (const model of this.of(toolId).values()) model.dispose();
    this.#open.delete(toolId);
  }

  dispose(): void {
    for (const toolId of [...this.#open.keys()]) this.forget(toolId);
  }

  #create(toolId: string, path: string, content: string): TextModel {
    const uri = fileUri(toolId, path);
    monaco.editor.getModel(uri)?.dispose();
    const model = monaco.editor.createModel(content, editorLanguage(path), uri);
    model.updateOptions(modelOptions(path));
    model.onDidChangeContent(() => {
      if (!this.#following) this.#onEdit(toolId, path, textOf(model));
    });
    return model;
  }
}

/** With the file's own line ends, and its byte order mark where it has one. */
const textOf = (model: TextModel): string =>
  model.getValue(monaco.editor.EndOfLinePreference.TextDefined, true);

const replace = (model: TextModel, text: string): void => {
  const range = changedRange(textOf(model), text);
  if (!range) return;
  const from = model.getPositionAt(range.start);
  const to = model.getPositionAt(range.end);
  model.pushStackElement();
  model.pushEditOperations(
    [],
    [{ range: monaco.Range.fromPositions(from, to), text: range.text, forceMoveMarkers: true }],
    () => null,
  );
  model.pushStackElement();
};
