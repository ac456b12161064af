import type { Folder } from '../tool/folder.ts';
import type { Writer, Written } from '../tool/format.ts';
import type { FolderRead } from './read-folder.ts';

/**
 * A folder in a format; in its own, every byte as it is. Samples go along wherever there is something
 * to try them on.
 */
export function convert(writer: Writer, read: FolderRead, files: Folder): Written {
  if (writer.id === read.format) return { files, losses: [] };
  const written = writer.write(read.toolset);
  const isEmpty = Object.keys(written.files).length === 0;
  if (isEmpty || read.samples.length === 0) return written;
  const samples = `${JSON.stringify(read.samples, null, 2)}\n`;
  return { ...written, files: { ...written.files, 'samples.json': samples } };
}
