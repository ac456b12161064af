import type { Folder } from '../../tool/folder.ts';

/** What Lathe keeps beside a module: changing it makes no other module. */
const beside = /(^|\/)([^/]+\.)?(tool|samples)\.json$|^\.syncignore$/;

/** The files of a folder that its module can load or read. */
export const moduleFolder = (files: Folder): Folder =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !beside.test(path)));
