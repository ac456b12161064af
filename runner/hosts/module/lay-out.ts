import { bytesOf } from '../../../shared/formats/file-bytes.ts';
import { pathProblem } from '../../../shared/formats/import/folder-names.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { tempDirectory, type TempDirectory } from '../../platform/temp-directory.ts';

/** Writes a module's files into a directory, under `module/`, where its process reads them. */
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
