import type { SaveConflict, ToolFolder } from '../../../shared/protocol/tools.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import type { ProblemCode } from '../../../shared/tool/problem/problem-codes.ts';
import { refuse } from './refuse.ts';
import { answerJson } from './answer-json.ts';

const bodyOf = ({ id, etag, files }: ToolFolder): ToolFolder => ({ id, etag, files });

/** The shared responses of routes about tool folders. */
export const toolAnswers = {
  folder: (folder: ToolFolder, status = 200): Response =>
    answerJson(bodyOf(folder), { status, headers: { ETag: folder.etag } }),

  absent: (id: string): Response => refuse(404, 'no-such-tool', `There is no tool "${id}"`),

  conflict: (mine: Folder, theirs: ToolFolder): Response =>
    answerJson({ mine, theirs: bodyOf(theirs) } satisfies SaveConflict, {
      status: 412,
      headers: { ETag: theirs.etag },
    }),

  /** Returns the first problem that prevents a write. */
  refused: (status: number, problems: Problem[]): Response => {
    const [first] = problems;
    if (!first) return refuse(status, 'refused', 'Refused');
    const { code, message, file: path, values } = first;
    const more = { ...(path ? { path } : {}), ...(values ? { values } : {}) };
    return refuse<ProblemCode>(status, code, message, more);
  },
};
