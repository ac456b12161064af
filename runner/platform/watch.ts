export interface Watching {
  close(): Promise<void>;
}

/** Calls back with the absolute path of whatever was made, changed or removed below a folder. */
export type Watch = (folder: string, changed: (path: string) => void) => Promise<Watching>;
