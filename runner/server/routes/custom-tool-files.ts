import { z } from 'zod';
import { removeIn, setIn } from '../../../shared/formats/edit-definition.ts';
import { own, sameJson } from '../../../shared/schema/json/values.ts';
import { readJson, writeJson } from '../../../shared/tool/exact-number.ts';
import type { Folder, FolderChanges } from '../../../shared/tool/folder.ts';
import { Json, JsonObject } from '../../../shared/tool/json.ts';

/**
 * The body of `POST /api/admin/custom-tools`: the fields of definition.json, with unknown ones kept, and the other
 * three files. Files that it does not name stay. Source: seed 001, section 9.2.
 */
export const CustomTool = z
  .object({
    id: z.string(),
    execution_code: z.string().optional(),
    execution: z.object({ code_template: z.string() }).optional(),
    /** An empty object deletes return.json; if absent, the file stays. */
    return: JsonObject.optional(),
    return_config: JsonObject.optional(),
    meta: JsonObject.optional(),
    notes: z.string().optional(),
  })
  .catchall(Json);
export type CustomTool = z.infer<typeof CustomTool>;

function objectOf(files: Folder, file: string): JsonObject | undefined {
  const content = files[file];
  if (typeof content !== 'string') return undefined;
  try {
    return JsonObject.safeParse(readJson(content.replace(/^\ufeff/, ''))).data;
  } catch {
    return undefined;
  }
}

const executionFile = (files: Folder): string | undefined =>
  Object.keys(files).find((file) => /^execution\.\w+$/.test(file));

/** The fields of the body that do not belong to definition.json. */
const BESIDE = ['execution_code', 'execution', 'return', 'return_config', 'meta', 'notes'] as const;

/**
 * Returns a tool as the API lists it: the body of a POST that would write the same. Undefined if it is not loaded.
 */
export function fromFolder(folderName: string, files: Folder): CustomTool | undefined {
  const definition = objectOf(files, 'definition.json');
  const code = files[executionFile(files) ?? ''];
  if (!definition || typeof code !== 'string') return undefined;
  const returns = objectOf(files, 'return.json');
  const meta = objectOf(files, 'meta.json');
  // In this API a field with this name stands for another file; it stays in its own.
  for (const name of BESIDE) delete definition[name];
  return {
    ...definition,
    // The API's other calls use the folder's name.
    id: folderName,
    execution_code: code,
    ...(returns === undefined ? {} : { return: returns }),
    ...(meta === undefined ? {} : { meta }),
  };
}

const text = (value: Json) => `${writeJson(value, 2)}\n`;
const starter = '# add python code here\n';

/** Returns the change of an optional file: written, deleted if it is empty, kept if it is absent or unchanged. */
function layer(before: Folder, file: string, value: JsonObject | undefined): FolderChanges {
  if (value === undefined || sameJson(objectOf(before, file), value)) return {};
  return { [file]: Object.keys(value).length === 0 ? null : text(value) };
}

/** Returns definition.json with the changed fields; every other byte stays. Null deletes a field. */
function definitionText(fields: JsonObject, before: Folder): string {
  const given = before['definition.json'];
  const standing = objectOf(before, 'definition.json');
  if (typeof given !== 'string' || !standing) return text(fields);
  const { id: _, ...changes } = fields;
  const mark = given.startsWith('\ufeff') ? '\ufeff' : '';
  return (
    mark +
    Object.entries(changes).reduce((made, [name, value]) => {
      if (sameJson(own(standing, name), value)) return made;
      return value === null ? removeIn(made, [name]) : setIn(made, [name], value);
    }, given.slice(mark.length))
  );
}

/** Returns what a POST changes in the folder. */
export function toFolder(tool: CustomTool, before: Folder): FolderChanges {
  const {
    execution_code: code,
    execution,
    return: returns,
    return_config,
    meta,
    notes,
    ...definition
  } = tool;
  const file = executionFile(before) ?? 'execution.py';
  const said = notes === undefined ? undefined : { ...objectOf(before, 'meta.json'), notes };
  return {
    'definition.json': definitionText(definition as JsonObject, before),
    [file]: code ?? execution?.code_template ?? before[file] ?? starter,
    ...layer(before, 'return.json', returns ?? return_config),
    ...layer(before, 'meta.json', meta ?? said),
  };
}
