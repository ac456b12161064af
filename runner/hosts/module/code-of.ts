import type { Folder } from '../../../shared/tool/folder.ts';
import { digest } from '../../store/digest.ts';

/** Names one state of a module's code: what a grant is for, and what lives on while nothing changes. */
export const codeOf = (file: string, files: Folder): Promise<string> =>
  digest(JSON.stringify([file, Object.entries(files).sort()]));
