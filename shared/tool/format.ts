import type { Folder } from './folder.ts';
import type { Json, JsonSchema } from './json.ts';
import type { Phrase } from './problem/phrase.ts';
import type { Problem } from './problem/problem.ts';
import type { Toolset } from './toolset.ts';

/** Something that a conversion dropped or rewrote. Every loss is reported. */
export interface Loss {
  tool: string;
  /** JSON pointer into the definition, such as `/parameters/properties/a/format`. */
  path: string;
  keyword: string;
  action: 'dropped' | 'rewritten' | 'moved';
  reason: string;
  /** A stable kebab-case code: the page makes the reason in another language from it and the `values`. */
  code?: string;
  values?: Record<string, string | number>;
}

/** A toolset, written as files of a format. Without files the format cannot express it, and the losses say why. */
export interface Written {
  files: Folder;
  losses: Loss[];
  /** Names of Lathe's own files for the folder's `lathe/`; whoever saves the folder adds them. */
  carried?: readonly string[];
}

/** Whether a value fits a schema, and why not. */
export type Check = (
  schema: JsonSchema,
  value: Json,
) => { ok: true } | { ok: false; issues: { message: string; phrase: Phrase }[] };

/** Reads a folder into a toolset. It knows neither zip files nor the disk. */
export interface Format {
  id: string;
  label: string;
  /** Returns how certain it is that the folder has this format: 0 not at all, 1 certain. */
  detect(files: Folder): number;
  /**
   * `name` is the folder's name. The toolset is empty if nothing could be read; the problems say why. Without
   * `check`, they do not cover defaults that violate the schema.
   */
  read(name: string, files: Folder, check?: Check): { toolset: Toolset; problems: Problem[] };
}

/** Writes a toolset as files of a format. Lathe itself need not be able to read the format. */
export interface Writer {
  id: string;
  label: string;
  /** Whether its schemas are JavaScript code, and so are their numbers. */
  hasCode?: true;
  write(toolset: Toolset): Written;
}
