import { z } from 'zod';
import { FoundAt } from '../../../shared/protocol/found-modules.ts';
import { Folder } from '../../../shared/tool/folder.ts';

/** What the process that looks for modules is asked. Paths are absolute but for `configured`. */
export const Asked = z.object({
  cwd: z.string(),
  home: z.string(),
  configured: z.array(z.string()),
  otherPrograms: z.boolean(),
});
export type Asked = z.infer<typeof Asked>;

/** A module as it was found. */
export const Collected = FoundAt.extend({
  /** The file's name, or the folder's where the file is its index. */
  name: z.string(),
  /** Undefined where there is nothing at its path. */
  files: Folder.optional(),
  /** Why it could not be read. */
  unreadable: z.string().optional(),
});
export type Collected = z.infer<typeof Collected>;
