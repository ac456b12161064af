import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory of our own, outside every workspace, that nobody else of the machine can read. */
export interface TempDirectory {
  path: string;
  /** Writes a file that only we can read and answers with its absolute path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  makeDirectory(name: string): Promise<string>;
  remove(): Promise<void>;
}

export async function tempDirectory(): Promise<TempDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'lathe-'));
  return {
    path,
    async write(name, content) {
      const file = join(path, name);
      await writeFile(file, content, { mode: 0o600, flag: 'wx' });
      return file;
    },
    async makeDirectory(name) {
      const directory = join(path, name);
      await mkdir(directory, { mode: 0o700 });
      return directory;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
