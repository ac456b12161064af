import { z } from 'zod';
import { Definition } from '../tool/definition.ts';
import { Folder, FolderChanges } from '../tool/folder.ts';
import { Json } from '../tool/json.ts';
import { Problem } from '../tool/problem.ts';
import { FoundAt } from './found-modules.ts';

/** Where tools come from: Lathe itself, the workspace's folders, modules found elsewhere, MCP servers. */
export const ToolSource = z.enum(['builtin', 'authored', 'found', 'mcp']);
export type ToolSource = z.infer<typeof ToolSource>;

/** A unit of tools as lists show it: a folder of the workspace, a built-in tool, a module found elsewhere. */
export const ToolSummary = z.object({
  source: ToolSource,
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
  /** Names of those that their author switched off and no person on. */
  offByAuthor: z.array(z.string()).optional(),
  problems: z.array(Problem),
  /** Where it lies, if that is outside of the workspace: it can be read and run, and not be saved. */
  found: FoundAt.optional(),
});
export type ToolSummary = z.infer<typeof ToolSummary>;

/** A folder that was deleted: its id then, its key in the trash, and when, in milliseconds since 1970. */
export const Discarded = z.object({ id: z.string(), key: z.string(), deletedAt: z.number() });

/** `GET /api/trash`: every deleted folder, the newest first. They are kept until a person deletes them for ever. */
export const TrashList = z.object({
  /** `restoresAs` is the id that it would be restored under now: another one where its own is taken. */
  discarded: z.array(Discarded.extend({ restoresAs: z.string() })),
});
export type TrashedFolder = TrashList['discarded'][number];
export type TrashList = z.infer<typeof TrashList>;

/** How often something stands among the tools of a list. */
const Count = z.object({ id: z.string(), count: z.int() });

/**
 * `GET /api/tools?q=&mode=&source=&category=&tag=&ids=&limit=&cursor=`: units with those of their tools that
 * match. `next` is the cursor of the page behind this one.
 */
export const ToolList = z.object({
  workspace: z.string(),
  tools: z.array(ToolSummary),
  next: z.string().optional(),
  /** How many units match, on all pages, and how many tools they have. */
  total: z.int(),
  totalTools: z.int(),
  /** The last 100 folders that were deleted and can be restored; on the first page alone. */
  trash: z.array(Discarded),
  /** `custom` is always among them. `tools` are ids of units; on the first page alone. */
  categories: z
    .array(z.object({ id: z.string(), label: z.string(), tools: z.array(z.string()) }))
    .optional(),
  /** The tags of what matches; on the first page alone. */
  tags: z.array(Count).optional(),
});
export type ToolList = z.infer<typeof ToolList>;

/** Something that a declaration or a list could not hold. */
export const DeclaredLoss = z.object({
  tool: z.string(),
  path: z.string(),
  keyword: z.string(),
  action: z.enum(['dropped', 'rewritten', 'moved']),
  reason: z.string(),
  /** What the page words the reason from, in another language. */
  code: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type DeclaredLoss = z.infer<typeof DeclaredLoss>;

/** `GET /api/tools/:id/parameters`: each tool's parameters as a flat list. Source: seed 003, ToolParameter. */
export const FlatParameters = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      parameters: z.array(
        z.object({
          name: z.string(),
          type: z.enum(['string', 'number', 'boolean', 'object', 'array']),
          description: z.string(),
          required: z.boolean(),
          enum: z.array(Json).optional(),
        }),
      ),
      losses: z.array(DeclaredLoss),
    }),
  ),
});
export type FlatParameters = z.infer<typeof FlatParameters>;

/** What happened to the registry, oldest first: `GET /api/registry/events?after=`. */
export const RegistryLog = z.object({
  events: z.array(
    z.object({
      /** Counts from 1 since the runner started. */
      seq: z.int(),
      /** Milliseconds since 1970. */
      at: z.number(),
      type: z.enum(['toolRegistered', 'toolChanged', 'toolUnregistered']),
      source: ToolSource,
      /** The id of the unit, such as a folder's name. */
      unit: z.string(),
      tool: z.string(),
    }),
  ),
});
export type RegistryLog = z.infer<typeof RegistryLog>;

/** `GET|PUT /api/tools/:id`. */
export const ToolFolder = z.object({ id: z.string(), etag: z.string(), files: Folder });
export type ToolFolder = z.infer<typeof ToolFolder>;

/**
 * Body of a `PUT /api/tools/:id`: the files that change, null for one that goes; all others stay. `If-Match`
 * names the state that was edited, `If-None-Match: *` a new one.
 */
export const SaveRequest = z.object({ files: FolderChanges });
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
export const ImportAnswer = z.object({
  ids: z.array(z.string()),
  /** What they are called in the import, in the same order: another one may have the name already. */
  names: z.array(z.string()),
  /** Names of MCP servers that came along, which are turned off and granted nothing. */
  servers: z.array(z.string()),
  problems: z.array(Problem),
});
export type ImportAnswer = z.infer<typeof ImportAnswer>;

/** `GET /api/changes`: server-sent `changed` events when folders change on disk. */
export const Changed = z.object({ ids: z.array(z.string()) });
export type Changed = z.infer<typeof Changed>;
