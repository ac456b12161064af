import { z } from 'zod';

/** A file of a tool folder: text, or base64 if it is not UTF-8. */
export const FileContent = z.union([z.string(), z.object({ base64: z.base64() })]);
export type FileContent = z.infer<typeof FileContent>;

/** Removes a byte order mark, which Windows editors write and no format wants. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

/**
 * The files of one tool folder, by path relative to the folder, with `/` between parts. The folder is the
 * source of truth; everything else derives from it.
 */
export const Folder = z.record(z.string(), FileContent);
export type Folder = z.infer<typeof Folder>;

/** The changes of a save: new content by path, null to delete a file. Other files stay. */
export const FolderChanges = z.record(z.string(), FileContent.nullable());
export type FolderChanges = z.infer<typeof FolderChanges>;

/** The folder after a save. */
export const changed = (before: Folder, changes: FolderChanges): Folder =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(
      (file): file is [string, FileContent] => file[1] !== null,
    ),
  );
