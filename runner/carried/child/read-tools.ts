import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { contentOf } from '../../../shared/formats/file-bytes.ts';
import { AuthoredTool, Code } from '../../../shared/tool/toolset.ts';

/** As `carried-tools.ts` of the formats writes them: the code lies in the file at `path`. */
const Listed = AuthoredTool.extend({
  code: Code.omit({ source: true, folder: true }),
  path: z.string(),
  /** Where its code reads more files than its own. */
  folder: z.object({ name: z.string(), paths: z.array(z.string()) }).optional(),
});

/** The tools of a folder by name. Rejects where `tools.json` or a file that it names cannot be read. */
export async function readTools(folder: string): Promise<Map<string, AuthoredTool>> {
  const text = await readFile(join(folder, 'tools.json'), 'utf8');
  const listed = z.array(Listed).parse(JSON.parse(text));
  const read = listed.map(
    async ({ path, folder: own, ...tool }): Promise<[string, AuthoredTool]> => {
      const code = { ...tool.code, source: await readFile(join(folder, path), 'utf8') };
      if (own === undefined) return [tool.definition.name, { ...tool, code }];
      const files = own.paths.map(async (one) => [
        one,
        contentOf(await readFile(join(folder, one))),
      ]);
      const whole = { name: own.name, files: Object.fromEntries(await Promise.all(files)) };
      return [tool.definition.name, { ...tool, code: { ...code, folder: whole } }];
    },
  );
  return new Map(await Promise.all(read));
}
