import { inWorkspace } from '../../shared/protocol/ids/in-workspace.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import type { Problem } from '../../shared/tool/problem/problem.ts';
import { editorOptions } from './editor-options.ts';
import { Models, type TextModel } from './models.ts';
import { monaco } from './monaco.ts';
import { markProblems, offerFixes } from './problems.ts';
import { codePointColumn, utf16Column } from './text-places.ts';

export interface EditorEvents {
  onEdit(toolId: string, path: string, text: string): void;
  /**
   * Lines and columns from 1, columns in code points. `byHand`: the person moved the cursor, and no
   * other file or place was opened.
   */
  onPosition(line: number, column: number, byHand: boolean): void;
  fixTitle(problem: Problem): string;
}

/** A stretch of a line that stands for an argument; columns from 1 in code points, end exclusive. */
export interface Placeholder {
  line: number;
  column: number;
  endColumn: number;
}

/**
 * What a model has and its types leave out. The editor's own command acts on the field that has the focus,
 * which a form does not mean.
 */
interface Steps {
  undo(): void | Promise<void>;
  redo(): void | Promise<void>;
}

/** What the editor says of a cursor that the page has moved. */
const notByHand = new Set(['api', 'model', 'restoreState']);

const models = new Models();

/** The editor of the page: one view, and a model for every text file of the open folders. */
export class CodeEditor {
  #view: monaco.editor.IStandaloneCodeEditor;
  #shown: { toolId: string; path: string } | undefined;
  #problems: readonly Problem[] = [];
  #marks: monaco.editor.IEditorDecorationsCollection;
  #fixes: monaco.IDisposable;
  #tell: (position: monaco.Position, byHand: boolean) => void;

  constructor(element: HTMLElement, events: EditorEvents) {
    models.onEdit = (toolId, path, text) => events.onEdit(toolId, path, text);
    this.#view = monaco.editor.create(element, { ...editorOptions, model: null });
    this.#marks = this.#view.createDecorationsCollection();
    this.#fixes = offerFixes({
      toolId: () => this.#shown?.toolId,
      problems: () => this.#problems,
      title: (problem) => events.fixTitle(problem),
    });
    this.#tell = (position, byHand) => {
      const line = this.#view.getModel()?.getLineContent(position.lineNumber) ?? '';
      events.onPosition(position.lineNumber, codePointColumn(line, position.column), byHand);
    };
    this.#view.onDidChangeCursorPosition(({ position, source }) =>
      this.#tell(position, !notByHand.has(source)),
    );
  }

  /** Opens the files of a folder, or brings open ones up to date. */
  follow(toolId: string, files: Folder): void {
    models.follow(toolId, files);
  }

  /** Forgets the files of all folders but these, and what could be undone in them. */
  keepOnly(toolIds: readonly string[]): void {
    models.keepOnly(toolIds);
  }

  show(toolId: string, path: string): void {
    const model = models.get(toolId, path) ?? null;
    if (this.#view.getModel() === model) return;
    this.#keepState();
    this.#shown = { toolId, path };
    this.#view.setModel(model);
    // What Lathe brings along can be read.
    this.#view.updateOptions({ readOnly: !inWorkspace(toolId) });
    const state = model && models.states.get(model);
    if (state) this.#view.restoreViewState(state);
    // Another file has a cursor of its own, which nothing moved.
    const position = this.#view.getPosition();
    if (position) this.#tell(position, false);
  }

  mark(toolId: string, problems: readonly Problem[], say: (problem: Problem) => string): void {
    this.#problems = problems;
    markProblems(models, toolId, problems, say);
  }

  placeholders(places: readonly Placeholder[]): void {
    const model = this.#view.getModel();
    if (!model) return;
    this.#marks.set(
      places
        .filter((place) => place.line <= model.getLineCount())
        .map((place) => {
          const text = model.getLineContent(place.line);
          const start = utf16Column(text, place.column);
          const end = utf16Column(text, place.endColumn);
          return {
            range: new monaco.Range(place.line, start, place.line, end),
            options: { inlineClassName: 'slot', stickiness: 1 },
          };
        }),
    );
  }

  /** Moves to a line and column in code points; takes the focus unless it is to be quiet. */
  goTo(line: number, column: number, quiet = false): void {
    const model = this.#view.getModel();
    if (!model) return;
    const lineNumber = Math.min(line, model.getLineCount());
    const place = { lineNumber, column: utf16Column(model.getLineContent(lineNumber), column) };
    this.#view.setPosition(place);
    this.#view.revealPositionInCenterIfOutsideViewport(place);
    if (!quiet) this.#view.focus();
  }

  /** Takes back the last edit of the shown file, or puts it in again, wherever the focus is. */
  step(back: boolean): void {
    const model: (TextModel & Partial<Steps>) | null = this.#view.getModel();
    if (back) void model?.undo?.();
    else void model?.redo?.();
  }

  dispose(): void {
    this.#keepState();
    this.#fixes.dispose();
    this.#view.dispose();
  }

  #keepState(): void {
    const model = this.#view.getModel();
    const state = this.#view.saveViewState();
    if (model && state) models.states.set(model, state);
  }
}
