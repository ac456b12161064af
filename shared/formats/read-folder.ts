import { check } from '../schema/check.ts';
import type { Folder } from '../tool/folder.ts';
import { readUnchecked, type FolderRead } from './read-unchecked.ts';

/** Reads the declarations and the problems of a folder. Runs nothing, never throws. */
export const readFolder = (name: string, files: Folder): FolderRead =>
  readUnchecked(name, files, check);
