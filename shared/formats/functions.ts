import { parseJson } from '../schema/parse-json.ts';
import type { Folder } from '../tool/folder.ts';
import type { Format } from '../tool/format.ts';
import type { Problem } from '../tool/problem.ts';
import { declarationsIn, functionDeclaration } from './function-declaration.ts';
import { readJsonFile } from './read-json-file.ts';

/** The one JSON file that is no samples file; undefined when there is none, or more than one. */
function declarationFile(files: Folder): string | undefined {
  const [file, second] = Object.keys(files).filter(
    (path) => /^[^/]+\.json$/.test(path) && !/(^|\.)samples\.json$/.test(path),
  );
  return second === undefined ? file : undefined;
}

/** A JSON file of declarations as model providers take them. They have no code, so they cannot run. */
export const functions: Format = {
  id: 'functions',
  label: 'Function declarations',
  detect(files) {
    const file = declarationFile(files);
    const text = file === undefined ? undefined : files[file];
    if (typeof text !== 'string') return 0;
    const parsed = parseJson(text);
    if (parsed.ok && declarationsIn(parsed.value).length > 0) return 0.4;
    return Object.keys(files).length === 1 ? 0.1 : 0;
  },
  read(name, files) {
    const toolset = { format: functions.id, group: { name }, tools: [] };
    const file = declarationFile(files) ?? '';
    const json = readJsonFile(files, file, 'error');
    if (json.kind === 'broken') return { toolset, problems: [json.problem] };
    const declared = json.kind === 'read' ? declarationsIn(json.value) : [];
    if (declared.length === 0) return { toolset, problems: [noDeclaration(file)] };
    const tools = declared.map((one) => ({
      definition: functionDeclaration(one),
      code: { language: 'none', file, source: '' },
    }));
    return { toolset: { ...toolset, tools }, problems: [] };
  },
};

const noDeclaration = (file: string): Problem => ({
  severity: 'error',
  code: 'no-declaration',
  message: `"${file}" declares no function; give one, or a list of them, with "name", "description" and a schema`,
  values: { file },
  file,
  line: 1,
  column: 1,
});
