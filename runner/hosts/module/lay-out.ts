import { bytesOf } from '../../../shared/formats/file-bytes.ts';
import { pathProblem } from '../../../shared/formats/import/folder-names.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { sha256 } from '../../platform/sha256.ts';
import { tempDirectory } from '../../platform/disk/folders.ts';
import type { TempDirectory } from '../../platform/disk/folders.ts';

/** Returns the digest of a module's code, which grants and running processes refer to. */
export const codeOf = (file: string, files: Folder): string =>
  sha256(JSON.stringify([file, Object.entries(files).sort()]));

/** Writes a module's files into a directory, under `module/`, for its process. */
export async function layOut(files: Folder, empty?: TempDirectory): Promise<TempDirectory> {
  const temp = empty ?? (await tempDirectory());
  const made = new Set(['module']);
  if (!empty) await temp.makeDirectory('module');
  for (const [path, content] of Object.entries(files)) {
    if (pathProblem(path)) continue;
    const parts = `module/${path}`.split('/').slice(0, -1);
    for (let depth = 2; depth <= parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      if (!made.has(folder)) await temp.makeDirectory(folder);
      made.add(folder);
    }
    await temp.write(`module/${path}`, bytesOf(content));
  }
  return temp;
}
