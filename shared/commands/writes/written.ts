/**
 * A path that a command writes, as it stands in the command, and how.
 * `entry`: the name is made, removed or renamed; a link there is not followed.
 * `file`: the file is opened for writing, behind a link too.
 * `folder`: the folder is made where it is missing.
 * `into`: the files or folders of `names` go into it where it is a folder; else it is written as a file.
 */
export type Written =
  { path: string; as: 'entry' | 'file' | 'folder' } | { path: string; as: 'into'; names: string[] };
