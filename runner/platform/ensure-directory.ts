import { mkdir, realpath } from 'node:fs/promises';

/** Makes a directory and those above it where they are missing; answers with its real path. */
export async function ensureDirectory(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  return realpath(path);
}
