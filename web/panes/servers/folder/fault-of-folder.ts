import type { FolderFault } from '../../../../shared/protocol/mcp/server-folder.ts';
import { ft } from '../form/texts.ts';
import { wt } from './folder-texts.ts';

/** Why a folder of the workspace is no server. */
export function faultOfFolder({ file, code, values }: FolderFault): string {
  const isOfForm =
    code === 'no-way' ||
    code === 'sse' ||
    code === 'variable' ||
    code === 'same-name' ||
    code === 'field';
  const why = isOfForm ? ft(`left.${code}`, values) : wt(`fault.${code}`, values);
  return wt('fault', { file, why });
}
