import type { FileContent } from '../../../shared/tool/folder.ts';
import { contentOf } from '../../../shared/formats/file-bytes.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { homeFolder } from '../../platform/process/own-process.ts';

/** Reads Lathe's bundled files for exports, by name. Rejects if they were not built. */
export const readCarried =
  (disk: Disk) =>
  async (name: string): Promise<FileContent> => {
    const bytes = await disk.read(`${homeFolder()}/dist/carried/${name}`);
    if (bytes) return contentOf(bytes);
    throw new Error(
      `"${name}" cannot be exported because it is missing; run "npm run build" first`,
    );
  };
