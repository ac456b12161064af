import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AuthoredTool, Code } from '../../../shared/tool/toolset.ts';

/** As `carried-tools.ts` of the formats writes them: the code lies in the file at `path`. */
const Listed = AuthoredTool.extend({ code: Code.omit({ source: true }), path: z.string() });

/** The tools of a folder by name. Rejects where `tools.json` or a file that it names cannot be read. */
export async function readTools(folder: string): Promise<Map<string, AuthoredTool>> {
  const text = await readFile(join(folder, 'tools.json'), 'utf8');
  const listed = z.array(Listed).parse(JSON.parse(text));
  const read = listed.map(async ({ path, ...tool }): Promise<[string, AuthoredTool]> => {
    const source = await readFile(join(folder, path), 'utf8');
    return [tool.definition.name, { ...tool, code: { ...tool.code, source } }];
  });
  return new Map(await Promise.all(read));
}
