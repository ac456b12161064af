/** An entry of a folder. A `link` is never followed; `other` is a device, a socket or a pipe. */
export interface DiskEntry {
  name: string;
  kind: 'file' | 'folder' | 'link' | 'other';
  /** In bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
  /** Changes whenever the entry is written or replaced. */
  stamp: string;
  /** Changes when another file takes the name. */
  inode: string;
}

/** Files by absolute path, with `/` as separator. No operation follows a link at the end of a path. */
export interface Disk {
  look(path: string): Promise<DiskEntry | undefined>;
  /**
   * Whether the path exists, synchronously; false for a broken link. Faster than `look` if nothing is there.
   */
  isThere(path: string): boolean;
  /** Sorted by name; undefined if the folder does not exist. */
  list(folder: string): Promise<DiskEntry[] | undefined>;
  /** The names of the subfolders, sorted; undefined if the folder does not exist. */
  folders(folder: string): Promise<string[] | undefined>;
  /** Undefined if no regular file is there. `listed` is a fresh entry of the file, which saves a look at it. */
  read(path: string, listed?: DiskEntry): Promise<Uint8Array | undefined>;
  /**
   * Reads a small file synchronously, for frequent checks; undefined if its stamp is still `known`. The stamp
   * of a missing file is empty. If the file was missing before, a broken link counts as missing, too.
   */
  readChanged(
    path: string,
    known: string | undefined,
  ):
    | { stamp: string; kind: 'file'; bytes: Uint8Array }
    | { stamp: string; kind: Exclude<DiskEntry['kind'], 'file'> | undefined }
    | undefined;
  /**
   * Writes a temporary file, syncs it and renames it: a reader sees the old file or the new one. Creates
   * missing folders.
   */
  write(path: string, bytes: Uint8Array | string, mode?: number): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Fails if the target exists and is not empty. */
  move(from: string, to: string): Promise<void>;
  /** Moves files one after the other, synchronously. Skips what is missing or not a file. */
  moveFiles(moves: readonly (readonly [from: string, to: string])[]): Promise<void>;
  remove(path: string): Promise<void>;
  /** Returns the path with all links resolved. */
  real(path: string): Promise<string>;
}
