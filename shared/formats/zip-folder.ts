import type { Folder } from '../tool/folder.ts';
import { writeZip } from './zip.ts';

/** A zip of one folder, so that unpacking it anywhere gives that folder. */
export const zipFolder = (name: string, files: Folder): Uint8Array =>
  writeZip(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [`${name}/${path}`, content]),
    ),
  );
