import { z } from 'zod';

/** A file of a tool folder: text, or base64 for what is no UTF-8. */
export const FileContent = z.union([z.string(), z.object({ base64: z.base64() })]);
export type FileContent = z.infer<typeof FileContent>;

/** Editors of Windows begin a file with a byte order mark, which belongs to no format. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

/**
 * The files of one authoring unit: path relative to the folder, `/` between parts, to content.
 * The folder is the truth; everything else is derived from it.
 */
export const Folder = z.record(z.string(), FileContent);
export type Folder = z.infer<typeof Folder>;

/** Files that a save changes: new content by path, null for a file that goes. What is not named stays. */
export const FolderChanges = z.record(z.string(), FileContent.nullable());
export type FolderChanges = z.infer<typeof FolderChanges>;

/** The folder as it is after a save. */
export const changed = (before: Folder, changes: FolderChanges): Folder =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(
      (file): file is [string, FileContent] => file[1] !== null,
    ),
  );
