import { numbersIn, writeJson } from '../tool/exact-number.ts';
import type { FileContent, Folder } from '../tool/folder.ts';
import type { Loss, Writer, Written } from '../tool/format.ts';
import type { AuthoredTool } from '../tool/toolset.ts';
import { jsonPointer } from '../schema/json/pointer.ts';
import { formatLoss } from './write/format-loss.ts';
import type { FolderRead } from './read-unchecked.ts';

/** Writes a folder in another format. Samples are included if the format can run them. */
export function convert(writer: Writer, read: FolderRead): Written {
  const whole = writer.write(read.toolset);
  const lost = writer.hasCode ? read.toolset.tools.flatMap(numberLosses) : [];
  const written = { ...whole, losses: [...whole.losses, ...lost] };
  const isEmpty = Object.keys(written.files).length === 0;
  if (isEmpty || read.samples.length === 0) return written;
  const samples = `${writeJson(read.samples, 2)}\n`;
  return { ...written, files: { ...written.files, 'samples.json': samples } };
}

/** Numbers of a schema that change when they become JavaScript numbers. */
function numberLosses({ definition: { name, parameters } }: AuthoredTool): Loss[] {
  return [...numbersIn({ parameters })].flatMap(({ path, number: { text, double } }) =>
    double === undefined
      ? [
          formatLoss(name, jsonPointer('', ...path), 'format-number', {
            number: text,
            made: Number(text),
          }),
        ]
      : [],
  );
}

/** All files of an export. `read` returns one of Lathe's own files by its name. */
export async function withCarried(
  { files, carried = [] }: Written,
  read: (name: string) => Promise<FileContent>,
): Promise<Folder> {
  const own = carried.map(async (name) => [`lathe/${name}`, await read(name)] as const);
  return { ...files, ...Object.fromEntries(await Promise.all(own)) };
}
