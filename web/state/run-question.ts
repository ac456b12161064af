import type { Folder } from '../../shared/tool/folder.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import type { AuthoredTool, ReturnRules } from '../../shared/tool/toolset.ts';

/** What is asked to run: a folder as it stands in the editor, and which of its tools. */
export interface RunQuestion {
  toolId: string;
  tool: string;
  folder: Folder;
  arguments: Arguments;
  returns: ReturnRules | undefined;
  /** Run in this page's own sandbox, as it was read here; else in the runner. */
  here?: AuthoredTool;
  /** The tool finds nobody to ask. */
  headless?: boolean;
}
