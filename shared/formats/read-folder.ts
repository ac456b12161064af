import { check } from '../schema/check.ts';
import type { Folder } from '../tool/folder.ts';
import { readUnchecked, type FolderRead } from './read-unchecked.ts';

/** Everything that a folder declares and everything that is wrong with it. Runs nothing, never throws. */
export const readFolder = (name: string, files: Folder): FolderRead =>
  readUnchecked(name, files, check);
