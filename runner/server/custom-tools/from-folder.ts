import { JsonObject } from '../../../shared/tool/json.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { CustomTool } from './custom-tool.ts';

function objectOf(files: Folder, file: string): JsonObject | undefined {
  const content = files[file];
  if (typeof content !== 'string') return undefined;
  try {
    return JsonObject.safeParse(JSON.parse(content.replace(/^\ufeff/, ''))).data;
  } catch {
    return undefined;
  }
}

/** A tool as the API lists it: what a POST of the same would write. Undefined when it is not loaded. */
export function fromFolder(folderName: string, files: Folder): CustomTool | undefined {
  const definition = objectOf(files, 'definition.json');
  const executed = Object.keys(files).find((file) => /^execution\.\w+$/.test(file));
  const code = executed === undefined ? undefined : files[executed];
  if (!definition || typeof code !== 'string') return undefined;
  const returns = objectOf(files, 'return.json');
  const meta = objectOf(files, 'meta.json');
  return {
    ...definition,
    // The folder's name is what the API's other calls know the tool by.
    id: folderName,
    execution_code: code,
    ...(returns === undefined ? {} : { return: returns }),
    ...(meta === undefined ? {} : { meta }),
  };
}
