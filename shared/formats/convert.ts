import type { FileContent, Folder } from '../tool/folder.ts';
import type { Writer, Written } from '../tool/format.ts';
import type { FolderRead } from './read-folder.ts';

/**
 * What was read of a folder, in another form than its own. Samples go along wherever there is something
 * to try them on.
 */
export function convert(writer: Writer, read: FolderRead): Written {
  const written = writer.write(read.toolset);
  const isEmpty = Object.keys(written.files).length === 0;
  if (isEmpty || read.samples.length === 0) return written;
  const samples = `${JSON.stringify(read.samples, null, 2)}\n`;
  return { ...written, files: { ...written.files, 'samples.json': samples } };
}

/** The whole folder that a format wrote. `read` gives one of Lathe's own files by its name. */
export async function withCarried(
  { files, carried = [] }: Written,
  read: (name: string) => Promise<FileContent>,
): Promise<Folder> {
  const own = carried.map(async (name) => [`lathe/${name}`, await read(name)] as const);
  return { ...files, ...Object.fromEntries(await Promise.all(own)) };
}
