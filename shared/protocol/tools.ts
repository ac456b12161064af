import { z } from 'zod';
import { Definition } from '../tool/definition.ts';
import { Folder, FolderChanges } from '../tool/folder.ts';
import { Json } from '../tool/json.ts';
import { Problem } from '../tool/problem/problem.ts';
import { ModuleLocation } from './modules/external-modules.ts';

/** The origin of tools: Lathe itself, workspace folders, external modules, MCP servers. */
export const ToolSource = z.enum(['builtin', 'authored', 'external', 'mcp']);
export type ToolSource = z.infer<typeof ToolSource>;

/** A unit in lists: a workspace folder, a built-in tool or an external module. */
export const ToolSummary = z.object({
  source: ToolSource,
  /** The name of the folder, or the id of a built-in tool, such as `builtin:Read`. */
  id: z.string(),
  /** `builtin` for a unit without a folder: it can be read and run, but not saved. */
  format: z.string(),
  /** The name of its group in the settings. */
  group: z.string().optional(),
  language: z.string().optional(),
  category: z.string(),
  enabled: z.boolean(),
  /** The strong ETag of the folder's content, quoted. */
  etag: z.string(),
  /** Milliseconds since 1970. */
  modifiedAt: z.number(),
  tools: z.array(Definition),
  /** Names of tools that their author turned off and no person turned on. */
  offByAuthor: z.array(z.string()).optional(),
  problems: z.array(Problem),
  /** The location of an external module, which can be read and run, but not saved. */
  external: ModuleLocation.optional(),
});
export type ToolSummary = z.infer<typeof ToolSummary>;

/** A deleted folder: its former id, its key in the trash, and the time in milliseconds since 1970. */
export const Discarded = z.object({ id: z.string(), key: z.string(), deletedAt: z.number() });

/** `GET /api/trash`: every deleted folder, newest first, until a person deletes it permanently. */
export const TrashList = z.object({
  /** `restoresAs` is the id after a restore; it differs if the old id is taken. */
  discarded: z.array(Discarded.extend({ restoresAs: z.string() })),
});
export type TrashedFolder = TrashList['discarded'][number];
export type TrashList = z.infer<typeof TrashList>;

/** The frequency of a value among the tools of a list. */
const Count = z.object({ id: z.string(), count: z.int() });

/**
 * `GET /api/tools?q=&mode=&source=&category=&tag=&ids=&limit=&cursor=`: units with their matching tools.
 * `next` is the cursor of the next page.
 */
export const ToolList = z.object({
  workspace: z.string(),
  tools: z.array(ToolSummary),
  next: z.string().optional(),
  /** The number of matching units on all pages, and of their tools. */
  total: z.int(),
  totalTools: z.int(),
  /** The last 100 deleted folders that can be restored; only on the first page. */
  trash: z.array(Discarded),
  /** Always includes `custom`. `tools` are unit ids; only on the first page. */
  categories: z
    .array(z.object({ id: z.string(), label: z.string(), tools: z.array(z.string()) }))
    .optional(),
  /** The tags of the matching tools; only on the first page. */
  tags: z.array(Count).optional(),
});
export type ToolList = z.infer<typeof ToolList>;

/** Something that a declaration or a list cannot express. */
export const DeclaredLoss = z.object({
  tool: z.string(),
  path: z.string(),
  keyword: z.string(),
  action: z.enum(['dropped', 'rewritten', 'moved']),
  reason: z.string(),
  /** From this code the page makes the reason in another language. */
  code: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type DeclaredLoss = z.infer<typeof DeclaredLoss>;

/**
 * `GET /api/tools/:id/parameters`: the parameters of each tool as a flat list. Source: seed 003,
 * ToolParameter.
 */
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

/** The events of the registry, oldest first: `GET /api/registry/events?after=`. */
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
 * Body of a `PUT /api/tools/:id`: the changed files, null for a deleted one; other files stay. `If-Match`
 * names the state that was edited, `If-None-Match: *` a new folder.
 */
export const SaveRequest = z.object({ files: FolderChanges });
export type SaveRequest = z.infer<typeof SaveRequest>;

/** `PUT /api/tools/:id/enabled`, only from the page: whether programs see and may call the tool. */
export const EnableRequest = z.object({ enabled: z.boolean() });
export type EnableRequest = z.infer<typeof EnableRequest>;

/** 412: another save came in between. Both versions are returned, so nothing is lost. */
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
  /** Their names in the import, in the same order; the new ids differ if a name was taken. */
  names: z.array(z.string()),
  /** The names of imported MCP servers, which are off and have no permissions. */
  servers: z.array(z.string()),
  problems: z.array(Problem),
});
export type ImportAnswer = z.infer<typeof ImportAnswer>;

/** `GET /api/changes`: server-sent `changed` events when folders change on disk. */
export const Changed = z.object({ ids: z.array(z.string()) });
export type Changed = z.infer<typeof Changed>;
