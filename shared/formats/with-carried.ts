import type { FileContent, Folder } from '../tool/folder.ts';
import type { Written } from '../tool/format.ts';

/** The whole folder that a format wrote. `read` gives one of Lathe's own files by its name. */
export async function withCarried(
  { files, carried = [] }: Written,
  read: (name: string) => Promise<FileContent>,
): Promise<Folder> {
  const own = carried.map(async (name) => [`lathe/${name}`, await read(name)] as const);
  return { ...files, ...Object.fromEntries(await Promise.all(own)) };
}
