import { bytesOf, contentOf } from '../../shared/formats/file-bytes.ts';
import type { ImportRequest } from '../../shared/protocol/tools.ts';
import type { Folder } from '../../shared/tool/folder.ts';

const read = async (file: File) => contentOf(new Uint8Array(await file.arrayBuffer()));

const isZip = (file: File): boolean => /\.zip$/i.test(file.name);

const zipRequest = async (file: File): Promise<ImportRequest> => {
  const content = await read(file);
  // A zip that happens to be UTF-8 must still travel as bytes.
  const zip = typeof content === 'string' ? base64(bytesOf(content)) : content.base64;
  return { zip, name: file.name.replace(/\.zip$/i, '') };
};

const base64 = (bytes: Uint8Array): string =>
  btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''));

const walk = async (entry: FileSystemEntry, into: Folder): Promise<void> => {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    into[entry.fullPath.replace(/^\//, '')] = await read(file);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return;
    for (const child of batch) await walk(child, into);
  }
};

/** What was dropped on the page as requests to import, or undefined where a file cannot be read. */
export const droppedFiles = (data: DataTransfer): Promise<ImportRequest[] | undefined> =>
  // Browsers throw where a file has gone or may not be read.
  requestsOfDrop(data).catch(() => undefined);

/** The same for files that were chosen in a dialog. */
export const chosenFiles = (list: FileList): Promise<ImportRequest[] | undefined> =>
  requestsOfChoice([...list]).catch(() => undefined);

/** Each zip is a request, all the folders another. */
const requestsOfDrop = async (data: DataTransfer): Promise<ImportRequest[]> => {
  // Entries must be taken before the first wait: the browser empties the list after the event.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry());
  const zips = [...data.files].filter(isZip);
  const files: Folder = {};
  for (const entry of entries) {
    if (entry && !(entry.isFile && /\.zip$/i.test(entry.name))) await walk(entry, files);
  }
  const requests = await Promise.all(zips.map(zipRequest));
  return Object.keys(files).length > 0 ? [...requests, { files }] : requests;
};

const requestsOfChoice = async (all: readonly File[]): Promise<ImportRequest[]> => {
  const files: Folder = {};
  for (const file of all.filter((one) => !isZip(one) || one.webkitRelativePath)) {
    files[file.webkitRelativePath || file.name] = await read(file);
  }
  const zips = all.filter((one) => isZip(one) && !one.webkitRelativePath);
  const requests = await Promise.all(zips.map(zipRequest));
  return Object.keys(files).length > 0 ? [...requests, { files }] : requests;
};

/** Hands the person a zip of folders, each under its name. */
export async function keepZip(name: string, folders: Record<string, Folder>): Promise<void> {
  const { zipFolders } = await import('../../shared/formats/import/zip.ts');
  const zip = zipFolders(folders);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([new Uint8Array(zip)], { type: 'application/zip' }));
  link.download = `${name}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
