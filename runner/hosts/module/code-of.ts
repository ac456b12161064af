import type { Folder } from '../../../shared/tool/folder.ts';
import { sha256 } from '../../platform/sha256.ts';

/** Names one state of a module's code: what a grant is for, and what lives on while nothing changes. */
export const codeOf = (file: string, files: Folder): string =>
  sha256(JSON.stringify([file, Object.entries(files).sort()]));
