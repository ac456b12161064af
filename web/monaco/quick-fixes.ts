import type { Problem } from '../../shared/tool/problem.ts';
import { fileUri } from './models.ts';
import { monaco } from './monaco.ts';
import { problemRange } from './problem-marks.ts';
import { utf16Column } from './utf16-column.ts';

/** What the open folder's problems are, asked when the editor wants its lightbulb. */
export interface FixSource {
  toolId(): string | undefined;
  problems(): readonly Problem[];
  /** The wording of a fix for the reader. */
  title(problem: Problem): string;
}

/** Offers the fixes of problems as the editor's quick fixes. */
export const offerFixes = (source: FixSource): monaco.IDisposable =>
  monaco.languages.registerCodeActionProvider(
    '*',
    {
      provideCodeActions(model, range) {
        const toolId = source.toolId();
        const found = source.problems().filter((problem) => {
          if (!toolId || !problem.fix) return false;
          if (fileUri(toolId, problem.file).toString() !== model.uri.toString()) return false;
          return monaco.Range.areIntersectingOrTouching(problemRange(model, problem), range);
        });
        const actions = found.flatMap((problem, index) => {
          const edits = toolId ? fixEdits(toolId, problem) : undefined;
          if (!edits) return [];
          const markers = monaco.editor
            .getModelMarkers({ resource: model.uri, owner: 'lathe' })
            .filter((marker) => marker.code === problem.code);
          return [
            {
              title: source.title(problem),
              kind: 'quickfix',
              isPreferred: index === 0,
              diagnostics: markers,
              edit: { edits },
            },
          ];
        });
        return { actions, dispose: () => undefined };
      },
    },
    { providedCodeActionKinds: ['quickfix'] },
  );

/** Undefined when a file that the fix edits is not open as text. */
const fixEdits = (
  toolId: string,
  problem: Problem,
): monaco.languages.IWorkspaceTextEdit[] | undefined => {
  const edits: monaco.languages.IWorkspaceTextEdit[] = [];
  for (const edit of problem.fix?.edits ?? []) {
    const model = monaco.editor.getModel(fileUri(toolId, edit.file));
    if (!model) return undefined;
    const column = (line: number, points: number) =>
      line > model.getLineCount() ? points : utf16Column(model.getLineContent(line), points);
    edits.push({
      resource: model.uri,
      versionId: undefined,
      textEdit: {
        range: {
          startLineNumber: edit.line,
          startColumn: column(edit.line, edit.column),
          endLineNumber: edit.endLine,
          endColumn: column(edit.endLine, edit.endColumn),
        },
        text: edit.text,
      },
    });
  }
  return edits;
};
