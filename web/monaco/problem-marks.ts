import type { Problem } from '../../shared/tool/problem.ts';
import type { Models, TextModel } from './models.ts';
import { monaco } from './monaco.ts';
import { utf16Column } from './utf16-column.ts';

const severities = { error: 8, warning: 4, info: 2 } as const;
const owner = 'lathe';

/** Where a problem stands in a model; a problem without an end marks the word at its start. */
export const problemRange = (model: TextModel, problem: Problem): monaco.IRange => {
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
