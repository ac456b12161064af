import { convert } from '../../../shared/formats/convert.ts';
import { writers } from '../../../shared/formats/writers.ts';
import type { FolderRead } from '../../../shared/formats/read-unchecked.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Loss, Written } from '../../../shared/tool/format.ts';

/** One form that a folder can be had in, or cannot. */
export interface Choice {
  id: string;
  written: Written;
  fit: 'own' | 'whole' | 'some' | 'none';
  /** Each reason once, whatever tools it is about. */
  losses: Loss[];
}

/** Every form of a folder, its own first and those that cannot be had last. */
export function choicesOf(read: FolderRead, files: Folder): Choice[] {
  // A dialect of modules is no form of its own.
  const own = writers.has(read.format) ? read.format : 'custom-tool';
  const choices = [...writers.values()].map((writer): Choice => {
    const { id } = writer;
    if (id === own) return { id, written: { files, losses: [] }, fit: 'own', losses: [] };
    const written = convert(writer, read);
    const losses = [...new Map(written.losses.map((loss) => [loss.reason, loss])).values()];
    const fit =
      Object.keys(written.files).length === 0 ? 'none' : losses.length > 0 ? 'some' : 'whole';
    return { id, written, fit, losses };
  });
  const place = ({ fit }: Choice) => (fit === 'own' ? 0 : fit === 'none' ? 2 : 1);
  return choices.toSorted((left, right) => place(left) - place(right));
}
