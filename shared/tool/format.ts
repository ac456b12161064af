import type { Folder } from './folder.ts';
import type { Json, JsonSchema } from './json.ts';
import type { Phrase } from './phrase.ts';
import type { Problem } from './problem.ts';
import type { Toolset } from './toolset.ts';

/** What a conversion dropped or rewrote; nothing is lost silently. */
export interface Loss {
  tool: string;
  /** JSON pointer into the definition, such as `/parameters/properties/a/format`. */
  path: string;
  keyword: string;
  action: 'dropped' | 'rewritten' | 'moved';
  reason: string;
  /** Stable and kebab-case: the page words the reason in another language from it and the `values`. */
  code?: string;
  values?: Record<string, string | number>;
}

/** A toolset as files of a format. No files: nothing of it can be had there, and the losses say why. */
export interface Written {
  files: Folder;
  losses: Loss[];
  /** Names of Lathe's own files that belong into the folder's `lathe/`; whoever keeps the folder adds them. */
  carried?: readonly string[];
}

/** Whether a value fits a schema, and why not. */
export type Check = (
  schema: JsonSchema,
  value: Json,
) => { ok: true } | { ok: false; issues: { message: string; phrase: Phrase }[] };

/** Reads a folder into a toolset. Sees neither zip nor disk. */
export interface Format {
  id: string;
  label: string;
  /** How sure this format is that the folder is its own: 0 not at all, 1 certain. */
  detect(files: Folder): number;
  /**
   * `name` is the folder's name. The toolset is empty when nothing could be read; problems say why. Without
   * `check` they do not say which defaults do not fit.
   */
  read(name: string, files: Folder, check?: Check): { toolset: Toolset; problems: Problem[] };
}

/** Writes a toolset into files of a format, which may be one that only other programs read. */
export interface Writer {
  id: string;
  label: string;
  /** Whether its schemas are code of JavaScript, and so are their numbers. */
  hasCode?: true;
  write(toolset: Toolset): Written;
}
