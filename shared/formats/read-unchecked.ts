import { languages } from '../languages/languages.ts';
import { positionOf } from '../schema/json/positions.ts';
import type { Folder } from '../tool/folder.ts';
import type { Check, Format } from '../tool/format.ts';
import type { Problem } from '../tool/problem/problem.ts';
import { Samples } from '../tool/sample.ts';
import type { AuthoredTool, Toolset } from '../tool/toolset.ts';
import { formats } from './formats.ts';
import { readJsonFile } from './read-json-file.ts';
import { readingFault } from './reading-limits.ts';

export interface FolderRead {
  toolset: Toolset;
  problems: Problem[];
  samples: Samples;
  /** The id of the format, or `unknown`. */
  format: string;
}

/** Like `readFolder`; without `check`, it does not compare defaults with their schemas. */
export function readUnchecked(name: string, files: Folder, check?: Check): FolderRead {
  const fault = readingFault(files);
  if (fault) return unread(name, fault);
  const format = formatOf(files);
  if (!format) return unread(name, noTool(name));
  const { toolset, problems } = format.read(name, files, check);
  const file = samplesFile(files);
  const { samples, problems: sampleProblems } = readSamples(files, file);
  const code = toolset.tools.flatMap(
    (tool) => languages.get(tool.code.language)?.problems(tool) ?? [],
  );
  return {
    toolset,
    problems: [...problems, ...code, ...sampleProblems],
    // A person's samples file is complete: a removed example stays out.
    samples: Object.hasOwn(files, file) ? samples : toolset.tools.flatMap(examplesOf),
    // A format with several dialects names the one it found.
    format: toolset.format,
  };
}

/** An author's examples are samples without an expected result. Source: seed 004, ToolExample. */
const examplesOf = ({ definition: { name: tool, examples = [] } }: AuthoredTool): Samples =>
  examples.map(({ description, params }) => ({
    ...{ name: description, tool, arguments: params },
    expect: {},
  }));

/** A folder that could not be read, with the reason. */
export const unread = (name: string, why: Problem): FolderRead => ({
  toolset: { format: 'unknown', group: { name }, tools: [] },
  problems: [why],
  samples: [],
  format: 'unknown',
});

/** The samples file of a flat module is next to it, under its name. */
export const samplesFile = (files: Folder): string =>
  Object.hasOwn(files, 'samples.json')
    ? 'samples.json'
    : (Object.keys(files).find((path) => /^[^/]+\.samples\.json$/.test(path)) ?? 'samples.json');

/** From this certainty on, no other format is tried. */
const SURE = 0.9;

/** The most certain format of a folder; undefined if none recognizes it. */
function formatOf(files: Folder): Format | undefined {
  let best: { format: Format; sure: number } | undefined;
  for (const format of formats.values()) {
    const sure = format.detect(files);
    if (sure > (best?.sure ?? 0)) best = { format, sure };
    if (sure >= SURE) break;
  }
  return best?.format;
}

function noTool(name: string): Problem {
  return {
    severity: 'error',
    code: 'no-tool',
    message: `"${name}" has no tool; a tool folder needs a definition.json and an execution.py or execution.sh`,
    values: { folder: name },
    file: 'definition.json',
    line: 1,
    column: 1,
  };
}

/** The rows of a samples file. An unreadable file loses its samples, not the tool. */
function readSamples(files: Folder, file: string): { samples: Samples; problems: Problem[] } {
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
      message: `"${file}" is not a valid list of samples${where}: ${issue.message}`,
      values: { file, path: path.join('.'), reason: issue.message },
      file,
      ...positionOf(json.text, path),
    };
  });
  return { samples: [], problems };
}
