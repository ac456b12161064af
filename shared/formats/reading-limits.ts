import { languages } from '../languages/languages.ts';
import type { Folder } from '../tool/folder.ts';
import { fileProblem } from '../tool/problem/problem.ts';
import type { Problem } from '../tool/problem/problem.ts';

/** The limits of files that Lathe parses. Other files of a folder are data, under the limits of an import. */
export const readingLimits = {
  /** Bytes of UTF-8 of one parsed file: code, or JSON at the top of the folder. */
  fileBytes: 1024 * 1024,
  /** Values of one JSON file, including arrays and objects. */
  values: 50_000,
} as const;

const MEGABYTE = 1024 * 1024;
const inMegabytes = (bytes: number) => (Math.ceil((bytes * 10) / MEGABYTE) / 10).toString();
const most = inMegabytes(readingLimits.fileBytes);

/** Whether Lathe parses a file. Files in subfolders belong to the code. */
function isRead(path: string): boolean {
  const extension = /^[^/]+\.([a-z0-9]+)$/.exec(path)?.[1];
  if (extension === undefined) return false;
  if (extension === 'json') return true;
  return [...languages.values()].some(
    (one) => one.extension === extension || one.moduleExtensions?.includes(extension) === true,
  );
}

/** The first file that is too large to parse; the folder is then not read. */
export const readingFaults = (files: Folder): Problem[] => {
  const fault = readingFault(files);
  return fault ? [fault] : [];
};

/** The same for the first such file. */
export function readingFault(files: Folder): Problem | undefined {
  for (const [file, content] of Object.entries(files)) {
    // A UTF-16 unit has at most three bytes, so most texts need no counting.
    if (typeof content !== 'string' || content.length * 3 <= readingLimits.fileBytes) continue;
    if (!isRead(file)) continue;
    const bytes = new TextEncoder().encode(content).length;
    if (bytes <= readingLimits.fileBytes) continue;
    const size = inMegabytes(bytes);
    const advice = 'make it smaller, or move what is data into a folder beside it';
    const message = `The file "${file}" is ${size} MB; Lathe reads up to ${most} MB, so ${advice}`;
    return fileProblem('error', 'file-too-large', file, message, { file, size, most });
  }
  return undefined;
}

/** The problem of a JSON file with too many values. */
export const tooManyValues = (file: string): Problem => {
  const { values } = readingLimits;
  const message = `"${file}" has more than ${values} values; Lathe reads up to ${values}, so shorten its lists, such as "enum"`;
  return fileProblem('error', 'json-too-large', file, message, { file, most: values });
};
