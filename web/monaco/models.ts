import { withoutMark, type Folder } from '../../shared/tool/folder.ts';
import { editorLanguage, modelOptions } from './editor-options.ts';
import { monaco } from './monaco.ts';
import { changedRange } from './text-places.ts';

export type TextModel = monaco.editor.ITextModel;

/** A file of a tool folder, as the editor names it. */
export const fileUri = (toolId: string, path: string): monaco.Uri =>
  monaco.Uri.from({ scheme: 'file', path: `/${toolId}/${path}` });

/** Folders whose files keep their undo, those that were shown last. */
const MOST_FOLDERS = 20;

/**
 * The editor's models of tool folders: one a file, so that each keeps its own undo and the place where the
 * person was. They outlive the view, which goes while a conversation stands in its place.
 */
export class Models {
  /** Hears of what the person typed, never of what came from the workspace. */
  onEdit: (toolId: string, path: string, text: string) => void = () => undefined;
  /** The cursor and what is scrolled and folded, as a view left it. */
  readonly states = new WeakMap<TextModel, monaco.editor.ICodeEditorViewState>();
  #following = false;
  /** The one that was shown last stands last. */
  #open = new Map<string, Map<string, TextModel>>();

  get(toolId: string, path: string): TextModel | undefined {
    return this.#open.get(toolId)?.get(path);
  }

  of(toolId: string): ReadonlyMap<string, TextModel> {
    return this.#open.get(toolId) ?? new Map();
  }

  /** Makes the models say what the files say; what changed can be undone. */
  follow(toolId: string, files: Folder): void {
    const models = this.#open.get(toolId) ?? new Map<string, TextModel>();
    this.#open.delete(toolId);
    this.#open.set(toolId, models);
    for (const id of [...this.#open.keys()].slice(0, -MOST_FOLDERS)) this.#forget(id);
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

  /** Forgets the folders that stand open no more. */
  keepOnly(toolIds: readonly string[]): void {
    for (const id of [...this.#open.keys()]) if (!toolIds.includes(id)) this.#forget(id);
  }

  #forget(toolId: string): void {
    for (const model of this.of(toolId).values()) model.dispose();
    this.#open.delete(toolId);
  }

  #create(toolId: string, path: string, content: string): TextModel {
    const uri = fileUri(toolId, path);
    monaco.editor.getModel(uri)?.dispose();
    const model = monaco.editor.createModel(content, editorLanguage(path), uri);
    model.updateOptions(modelOptions(path));
    model.onDidChangeContent(() => {
      if (!this.#following) this.onEdit(toolId, path, textOf(model));
    });
    return model;
  }
}

/** With the file's own line ends, and its byte order mark where it has one. */
const textOf = (model: TextModel): string =>
  model.getValue(monaco.editor.EndOfLinePreference.TextDefined, true);

const replace = (model: TextModel, text: string): void => {
  // The model counts without the mark, and has one kind of line end.
  const own = withoutMark(text).replaceAll(/\r\n?|\n/g, model.getEOL());
  const range = changedRange(model.getValue(), own);
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
