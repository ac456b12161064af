import type { Folder } from '../../shared/tool/folder.ts';
import type { Edit, Fix, Problem } from '../../shared/tool/problem/problem.ts';
import { fileUri } from './models.ts';
import type { Models, TextModel } from './models.ts';
import { monaco } from './monaco.ts';
import { utf16Column } from './text-places.ts';

/** Underlines the problems of a folder in its models; `say` words a problem for the reader. */
export const markProblems = (
  models: Models,
  toolId: string,
  problems: readonly Problem[],
  say: (problem: Problem) => string,
): void => {
  for (const [path, model] of models.of(toolId)) {
    const own = problems.filter((problem) => problem.file === path);
    monaco.editor.setModelMarkers(
      model,
      owner,
      own.map((problem) => ({
        ...problemRange(model, problem),
        severity: severities[problem.severity],
        message: say(problem),
        code: problem.code,
        source: 'Lathe',
      })),
    );
  }
};

/** Where a problem stands in a model; a problem without an end marks the word at its start. */
const problemRange = (model: TextModel, problem: Problem): monaco.IRange => {
  const line = Math.min(problem.line, model.getLineCount());
  const endLine = Math.min(problem.endLine ?? line, model.getLineCount());
  const start = utf16Column(model.getLineContent(line), problem.column);
  const word = model.getWordAtPosition({ lineNumber: line, column: start });
  const end = problem.endColumn
    ? utf16Column(model.getLineContent(endLine), problem.endColumn)
    : (word?.endColumn ?? model.getLineMaxColumn(line));
  return {
    startLineNumber: line,
    startColumn: start,
    endLineNumber: endLine,
    endColumn: line === endLine ? Math.max(end, start + 1) : end,
  };
};

const severities = { error: 8, warning: 4, info: 2 } as const;
const owner = 'lathe';

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
      async provideCodeActions(model, range) {
        const toolId = source.toolId();
        const found = source.problems().filter((problem) => {
          if (!toolId || !problem.fix) return false;
          if (fileUri(toolId, problem.file).toString() !== model.uri.toString()) return false;
          return monaco.Range.areIntersectingOrTouching(problemRange(model, problem), range);
        });
        if (!toolId || found.length === 0) return { actions: [], dispose: () => undefined };
        const { editsOf } = await import('../../shared/formats/fix-edits.ts');
        const actions = found.flatMap((problem, index) => {
          const edits = problem.fix && fixEdits(toolId, problem.fix, editsOf);
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
  fix: Fix,
  editsOf: (fix: Fix, files: Folder) => Edit[],
): monaco.languages.IWorkspaceTextEdit[] | undefined => {
  const edits: monaco.languages.IWorkspaceTextEdit[] = [];
  const changed = (fix.changes ?? []).map(({ file }) => file);
  const files = Object.fromEntries(
    changed.map((file) => [file, monaco.editor.getModel(fileUri(toolId, file))?.getValue() ?? '']),
  );
  for (const edit of editsOf(fix, files)) {
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
