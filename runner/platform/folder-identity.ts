import { stat } from 'node:fs/promises';

/**
 * Which folder stands at a path, links followed: another one in its place has another identity for as
 * long as something still holds the first. Undefined where there is none, or none that we may look at.
 */
export async function folderIdentity(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return found.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    return undefined;
  }
}
