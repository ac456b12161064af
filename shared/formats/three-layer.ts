import { languages } from '../languages/languages.ts';
import { lintDefinition } from '../schema/lint/lint-definition.ts';
import type { Folder } from '../tool/folder.ts';
import type { Check, Format } from '../tool/format.ts';
import type { JsonObject } from '../tool/json.ts';
import { fileProblem } from '../tool/problem/problem.ts';
import type { Problem } from '../tool/problem/problem.ts';
import type { AuthoredTool, Code, Toolset } from '../tool/toolset.ts';
import { isObject } from '../schema/json/values.ts';
import { icons } from './icons.ts';
import { lintIgnored, lintReturn } from './three-layer/lint.ts';
import { notUtf8, readJsonFile } from './read-json-file.ts';
import { knownFields, threeLayerDefinition, threeLayerPackages } from './three-layer/definition.ts';

const execution = /^execution\.[a-z0-9]+$/;
const executionFiles = () =>
  [...languages.values()]
    .filter(({ moduleFormat }) => moduleFormat === undefined)
    .map(({ extension }) => `execution.${extension}`);

/** definition.json, an execution file and return rules. Source: seed 001. */
export const threeLayer: Format = {
  id: 'three-layer',
  label: 'Three layers',
  detect(files) {
    const defined = Object.hasOwn(files, 'definition.json');
    const executed = Object.keys(files).some((file) => execution.test(file));
    if (defined && executed) return 0.9;
    return defined || executed ? 0.5 : 0;
  },
  read,
};

function read(
  name: string,
  files: Folder,
  check?: Check,
): { toolset: Toolset; problems: Problem[] } {
  const problems: Problem[] = [];
  const definition = readDefinition(name, files, problems, check);
  const code = readCode(files, problems);
  const returns = readLayer(files, 'return.json', problems);
  const meta = readLayer(files, 'meta.json', problems);
  if (returns) problems.push(...lintReturn(returns.value, returns.text));
  else if (!Object.hasOwn(files, 'return.json')) problems.push(noReturn());
  const toolset: Toolset = { format: threeLayer.id, group: { name }, tools: [] };
  if (!definition || !code) return { toolset, problems };
  const extra = Object.fromEntries(
    Object.entries(definition).filter(([key]) => !knownFields.has(key)),
  );
  const tool: AuthoredTool = {
    definition: threeLayerDefinition(name, definition, meta?.value),
    code: {
      ...code,
      template: definition.template === 'raw' ? 'raw' : undefined,
      packages: threeLayerPackages(definition),
    },
    returns: returns?.value,
    meta: meta?.value,
    extra: Object.keys(extra).length === 0 ? undefined : extra,
  };
  toolset.tools.push(tool);
  return { toolset, problems };
}

function readDefinition(
  name: string,
  files: Folder,
  problems: Problem[],
  check?: Check,
): JsonObject | undefined {
  const file = 'definition.json';
  const json = readJsonFile(files, file, 'error');
  if (json.kind === 'absent') {
    const message = `"${file}" is missing; the tool cannot load without it`;
    problems.push(fileProblem('error', 'missing-file', file, message));
    return undefined;
  }
  if (json.kind === 'broken') {
    problems.push(json.problem);
    return undefined;
  }
  if (!isObject(json.value)) {
    const message = `"${file}" must hold an object; start with { and end with }`;
    problems.push(fileProblem('error', 'definition-not-object', file, message));
    return undefined;
  }
  const facts = { folderName: name, file, text: json.text, icons, check };
  problems.push(...lintDefinition(json.value, facts));
  problems.push(...lintIgnored(json.value, json.text, file));
  return json.value;
}

function readCode(files: Folder, problems: Problem[]): Code | undefined {
  const known = executionFiles();
  const [file, second] = known.filter((name) => Object.hasOwn(files, name));
  if (file === undefined) {
    const other = Object.keys(files).find((name) => execution.test(name));
    const message = other
      ? `Lathe has no language for "${other}"; name the code file ${known.join(' or ')}`
      : `"${known[0]}" is missing; write the code in ${known.join(' or ')}. The tool cannot load without it`;
    problems.push(
      fileProblem(
        'error',
        other ? 'unknown-language' : 'missing-file',
        other ?? known[0] ?? '',
        message,
      ),
    );
    return undefined;
  }
  if (second !== undefined) {
    const message = `"${file}" and "${second}" both exist; keep the one that should run`;
    problems.push(fileProblem('error', 'two-executions', second, message));
    return undefined;
  }
  const source = files[file];
  if (typeof source !== 'string') {
    problems.push(notUtf8(file, 'error'));
    return undefined;
  }
  const language = [...languages.values()].find(({ extension }) => file.endsWith(`.${extension}`));
  return language && { language: language.id, file, source };
}

/** Reads an optional layer. An unreadable one is ignored and reported. */
function readLayer(
  files: Folder,
  file: string,
  problems: Problem[],
): { value: JsonObject; text: string } | undefined {
  const json = readJsonFile(files, file, 'warning');
  if (json.kind === 'absent') return undefined;
  if (json.kind === 'broken') {
    problems.push({ ...json.problem, message: `${json.problem.message}; it is ignored` });
    return undefined;
  }
  if (isObject(json.value)) return { value: json.value, text: json.text };
  const message = `"${file}" must hold an object; it is ignored`;
  problems.push(fileProblem('warning', 'layer-not-object', file, message));
  return undefined;
}

function noReturn(): Problem {
  const message = 'No "return.json"; add one with "truncate" so that output stays short';
  const file = 'return.json';
  const text = '{\n  "truncate": 2000\n}\n';
  const edit = { file, line: 1, column: 1, endLine: 1, endColumn: 1, text };
  const fix = { title: 'Add "return.json"', edits: [edit] };
  return { ...fileProblem('info', 'no-return', file, message), fix };
}
