import { positionOf } from '../schema/json-positions.ts';
import type { Folder } from '../tool/folder.ts';
import type { Problem } from '../tool/problem.ts';
import { Samples } from '../tool/sample.ts';
import { readJsonFile } from './read-json-file.ts';

/** The rows of a samples file. A file that cannot be read costs its samples, never the tool. */
export function readSamples(
  files: Folder,
  file = 'samples.json',
): { samples: Samples; problems: Problem[] } {
  const json = readJsonFile(files, file, 'warning');
  if (json.kind === 'absent') return { samples: [], problems: [] };
  if (json.kind === 'broken') return { samples: [], problems: [json.problem] };
  const parsed = Samples.safeParse(json.value);
  if (parsed.success) return { samples: parsed.data, problems: [] };
  const problems = parsed.error.issues.map((issue): Problem => {
    const path = issue.path.filter((part) => typeof part !== 'symbol');
    const where = path.length === 0 ? '' : ` at ${path.join('.')}`;
    return {
      severity: 'warning',
      code: 'bad-sample',
      message: `"${file}" is no list of samples${where}: ${issue.message}`,
      values: { file, path: path.join('.'), reason: issue.message },
      file,
      ...positionOf(json.text, path),
    };
  });
  return { samples: [], problems };
}
