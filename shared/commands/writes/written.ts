/**
 * A path that a command writes, as the command spells it, and how.
 * `entry`: creates, removes or renames the name; does not follow a link.
 * `file`: opens the file for writing; follows a link.
 * `folder`: creates the folder if it is missing.
 * `into`: if the path is a folder, `names` go into it; else the path is written as a file.
 */
export type Written =
  { path: string; as: 'entry' | 'file' | 'folder' } | { path: string; as: 'into'; names: string[] };
