import type { Folder } from '../../../shared/tool/folder.ts';
import type { Json } from '../../../shared/tool/json.ts';
import type { CustomTool } from './custom-tool.ts';

const text = (value: Json) => `${JSON.stringify(value, null, 2)}\n`;
const starter = '# add python code here\n';

/** The file of an optional layer: written, deleted when it is empty, kept when nothing is said of it. */
function layer(files: Folder, file: string, value: Json | undefined): void {
  if (value === undefined) return;
  if (Object.keys(value ?? {}).length === 0) delete files[file];
  else files[file] = text(value);
}

/** The folder after a POST: its four files as the body has them, all others as they were. */
export function toFolder(tool: CustomTool, before: Folder): Folder {
  const {
    execution_code: code,
    execution,
    return: returns,
    return_config,
    meta,
    notes,
    ...definition
  } = tool;
  const files = { ...before };
  const executed = Object.keys(before).find((file) => /^execution\.\w+$/.test(file));
  const file = executed ?? 'execution.py';
  files['definition.json'] = text(definition as Json);
  files[file] = code ?? execution?.code_template ?? before[file] ?? starter;
  layer(files, 'return.json', returns ?? return_config);
  layer(files, 'meta.json', meta ?? (notes === undefined ? undefined : { notes }));
  return files;
}
