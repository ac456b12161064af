/** What lies in a folder. `link` is never followed, `other` is a device, a socket or a pipe. */
export interface DiskEntry {
  name: string;
  kind: 'file' | 'folder' | 'link' | 'other';
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
  /** Differs whenever the entry was written or replaced. */
  stamp: string;
  /** Differs where another file has taken the name. */
  inode: string;
}

/** Files by absolute path, `/` between parts. Nothing here follows a link that stands at the path's end. */
export interface Disk {
  look(path: string): Promise<DiskEntry | undefined>;
  /** Whether anything stands at a path, at once; a link to nothing is nothing. Faster than a look at nothing. */
  isThere(path: string): boolean;
  /** Sorted by name; undefined when there is no such folder. */
  list(folder: string): Promise<DiskEntry[] | undefined>;
  /** The names of the folders in a folder, sorted; undefined when there is no such folder. */
  folders(folder: string): Promise<string[] | undefined>;
  /** Undefined when there is no such regular file. An entry that was just listed saves a look at it. */
  read(path: string, listed?: DiskEntry): Promise<Uint8Array | undefined>;
  /**
   * What stands at a path now, at once, for a small file that is asked for at every turn; undefined where
   * its stamp is still `known`. The stamp of nothing is empty; where nothing was, a link to nothing is nothing, too.
   */
  readChanged(
    path: string,
    known: string | undefined,
  ):
    | { stamp: string; kind: 'file'; bytes: Uint8Array }
    | { stamp: string; kind: Exclude<DiskEntry['kind'], 'file'> | undefined }
    | undefined;
  /** Writes beside, forces to disk, renames: a reader sees the old file or the new one. Folders on the way are made. */
  write(path: string, bytes: Uint8Array | string, mode?: number): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Fails when the target is there and is not empty. */
  move(from: string, to: string): Promise<void>;
  /** Moves files at once, one after the other with nothing in between. What is no file, or not there, is passed over. */
  moveFiles(moves: readonly (readonly [from: string, to: string])[]): Promise<void>;
  remove(path: string): Promise<void>;
  /** The path with all links resolved. */
  real(path: string): Promise<string>;
}
