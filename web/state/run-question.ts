import { sameJson } from '../../shared/schema/json/values.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import type { ToolResult } from '../../shared/tool/run/result.ts';
import type { Sample } from '../../shared/tool/sample.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import { differingPaths } from './tools/tool-draft.svelte.ts';

/** What is asked to run: a folder as it stands in the editor, and which of its tools. */
export interface RunQuestion {
  toolId: string;
  tool: string;
  folder: Folder;
  arguments: Arguments;
  /** The tool and its samples as they were read; of a run that was not asked for in this page they are not known. */
  read?: { tool: AuthoredTool; samples: readonly Sample[] };
  /** Run in this page's own sandbox, as it was read here; else in the runner. */
  here?: AuthoredTool;
  /** The tool finds nobody to ask. */
  headless?: boolean;
  /** In plan mode only a read-only tool runs. */
  mode?: 'plan';
}

interface Said {
  question: RunQuestion;
  result: ToolResult;
}

/** The last answers of this page and of the runner: the same call should get the same from both. */
export class Twins {
  #here: Said | undefined;
  #runner: Said | undefined;

  /** Remembers an answer; says whether the other place's answer to the same call was the same. */
  compare(question: RunQuestion, result: ToolResult): boolean | undefined {
    const other = question.here ? this.#runner : this.#here;
    if (question.here) this.#here = { question, result };
    else this.#runner = { question, result };
    if (other === undefined || !sameCall(other.question, question)) return undefined;
    return (
      other.result.success === result.success &&
      other.result.llmContent === result.llmContent &&
      other.result.displayContent === result.displayContent
    );
  }
}

/** Of a folder's samples the one whose arguments a call of a tool has. */
export const sampleOf = (
  { tool, arguments: args = {} }: { tool: string; arguments?: Arguments | undefined },
  samples: readonly Sample[],
): Sample | undefined =>
  samples.find((one) => (one.tool ?? tool) === tool && sameJson(one.arguments, args));

const sameCall = (one: RunQuestion, other: RunQuestion): boolean =>
  one.toolId === other.toolId &&
  one.tool === other.tool &&
  one.mode === other.mode &&
  sameJson(one.arguments, other.arguments) &&
  differingPaths(one.folder, other.folder).length === 0;
