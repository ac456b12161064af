import { isObject } from '../schema/json/values.ts';
import { parseJson } from '../schema/json/parse-json.ts';
import { Policies, ToolKind } from '../tool/definition.ts';
import type { Definition } from '../tool/definition.ts';
import type { Folder } from '../tool/folder.ts';
import type { Format } from '../tool/format.ts';
import type { Json, JsonObject, JsonSchema } from '../tool/json.ts';
import { fileProblem, type Problem } from '../tool/problem/problem.ts';
import { readJsonFile } from './read-json-file.ts';

/** The key of the arguments' schema, by provider. */
const schemaKeys = ['parameters', 'input_schema', 'inputSchema', 'parametersJsonSchema'];

const lowerIn = (value: Json): Json => (isObject(value) ? lowerTypes(value) : value);

/** The only JSON file besides the samples; undefined if there is none or several. */
function declarationFile(files: Folder): string | undefined {
  const [file, second] = Object.keys(files).filter(
    (path) => /^[^/]+\.json$/.test(path) && !/(^|\.)samples\.json$/.test(path),
  );
  return second === undefined ? file : undefined;
}

/** A JSON file of declarations in a provider's format. They have no code and cannot run. */
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
    const byName = new Map<string, Definition>();
    const problems: Problem[] = [];
    for (const one of declared) {
      const definition = functionDeclaration(one);
      if (byName.has(definition.name)) problems.push(twice(file, definition.name));
      byName.set(definition.name, definition);
    }
    const code = { language: 'none', file, source: '' };
    const tools = [...byName.values()].map((definition) => ({ definition, code }));
    return { toolset: { ...toolset, tools }, problems };
  },
};

const noDeclaration = (file: string): Problem => ({
  severity: 'error',
  code: 'no-declaration',
  message: `"${file}" declares no function; add one, or a list of them, with "name", "description" and a schema`,
  values: { file },
  file,
  line: 1,
  column: 1,
});

const twice = (file: string, name: string): Problem =>
  fileProblem(
    'warning',
    'name-twice',
    file,
    `"${name}" is defined twice; the later definition counts`,
    { name },
  );

/** The declarations of a file: one, a list, or a list under a provider's key. */
function declarationsIn(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(declarationsIn);
  if (!isObject(value)) return [];
  for (const key of ['tools', 'functionDeclarations', 'function_declarations']) {
    const inner = value[key];
    if (Array.isArray(inner)) return inner.flatMap(declarationsIn);
  }
  if (value.type === 'function' && isObject(value.function)) return [value.function];
  const named = typeof value.name === 'string' || typeof value.id === 'string';
  const described = typeof value.description === 'string' || schemaKeys.some((key) => key in value);
  return named && described ? [value] : [];
}

/** Reads a declaration of OpenAI, Anthropic, Gemini, MCP or Lathe. */
function functionDeclaration(json: JsonObject): Definition {
  const schema = schemaKeys.map((key) => json[key]).find(isObject);
  const annotations = isObject(json.annotations) ? json.annotations : {};
  const hinted = annotations.readOnlyHint === true ? ('readonly' as const) : undefined;
  const name = String(json.name ?? json.id);
  const { title, tags } = json;
  return {
    name,
    // The title of an MCP tool is its display name.
    ...(typeof title === 'string' && title !== '' && title !== name ? { displayName: title } : {}),
    description: typeof json.description === 'string' ? json.description : '',
    parameters: schema ? lowerTypes(schema) : { type: 'object', properties: {} },
    kind: ToolKind.safeParse(json.kind).data ?? hinted,
    ...(Array.isArray(tags) && tags.length > 0 ? { tags: tags.map(String) } : {}),
    category: typeof json.category === 'string' ? json.category : undefined,
    policies: Policies.safeParse(json.policies).data,
  };
}

/** Lower-cases type names, which Gemini writes in capitals. Values such as defaults and enums stay unchanged. */
function lowerTypes(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (key === 'type' && typeof value === 'string') return [key, value.toLowerCase()];
    if (key === 'properties' && isObject(value)) {
      const inner = Object.entries(value).map(([name, each]) => [name, lowerIn(each)] as const);
      return [key, Object.fromEntries(inner)];
    }
    if (key === 'items' || key === 'additionalProperties') return [key, lowerIn(value)];
    if (/^(any|one|all)Of$/.test(key) && Array.isArray(value)) return [key, value.map(lowerIn)];
    return [key, value];
  });
  return Object.fromEntries(entries);
}
