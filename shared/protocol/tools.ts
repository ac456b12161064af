import { z } from 'zod';
import { Definition } from '../tool/definition.ts';
import { Folder } from '../tool/folder.ts';
import { Problem } from '../tool/problem.ts';
import { FoundAt } from './found-modules.ts';

/** A folder of the workspace as the library lists it. */
export const ToolSummary = z.object({
  /** The folder's name, or that of a built-in tool, such as `builtin:Read`. */
  id: z.string(),
  /** `builtin` for what no folder holds: it can be read and run, and not be saved. */
  format: z.string(),
  /** The name by which settings speak of its tools. */
  group: z.string().optional(),
  language: z.string().optional(),
  category: z.string(),
  enabled: z.boolean(),
  /** Strong ETag of the folder's content, quoted. */
  etag: z.string(),
  /** Milliseconds since 1970. */
  modifiedAt: z.number(),
  tools: z.array(Definition),
  problems: z.array(Problem),
  /** Where it lies, if that is outside of the workspace: it can be read and run, and not be saved. */
  found: FoundAt.optional(),
});
export type ToolSummary = z.infer<typeof ToolSummary>;

/** `GET /api/tools?q=&mode=plan`. */
export const ToolList = z.object({
  workspace: z.string(),
  tools: z.array(ToolSummary),
  /** Folders that were deleted and can be restored. */
  trash: z.array(z.object({ id: z.string(), key: z.string(), deletedAt: z.number() })),
  /** `custom` is always among them. */
  categories: z
    .array(z.object({ id: z.string(), label: z.string(), tools: z.array(z.string()) }))
    .optional(),
});
export type ToolList = z.infer<typeof ToolList>;

/** `GET|PUT /api/tools/:id`. */
export const ToolFolder = z.object({ id: z.string(), etag: z.string(), files: Folder });
export type ToolFolder = z.infer<typeof ToolFolder>;

/** Body of a `PUT /api/tools/:id`; `If-Match` names the state that was edited, `If-None-Match: *` a new one. */
export const SaveRequest = z.object({ files: Folder });
export type SaveRequest = z.infer<typeof SaveRequest>;

/** `PUT /api/tools/:id/enabled`, from the page alone: whether programs see and may call the tool. */
export const EnableRequest = z.object({ enabled: z.boolean() });
export type EnableRequest = z.infer<typeof EnableRequest>;

/** 412: someone else saved in between; both versions, so that nothing is lost. */
export const SaveConflict = z.object({ mine: Folder, theirs: ToolFolder });
export type SaveConflict = z.infer<typeof SaveConflict>;

/** `POST /api/import`: a zip as base64, or files. */
export const ImportRequest = z.union([
  z.object({ zip: z.base64(), name: z.string().optional() }),
  z.object({ files: Folder, name: z.string().optional() }),
]);
export type ImportRequest = z.infer<typeof ImportRequest>;
export const ImportAnswer = z.object({ ids: z.array(z.string()), problems: z.array(Problem) });
export type ImportAnswer = z.infer<typeof ImportAnswer>;

/** `GET /api/changes`: server-sent `changed` events when folders change on disk. */
export const Changed = z.object({ ids: z.array(z.string()) });
export type Changed = z.infer<typeof Changed>;
