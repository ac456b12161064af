import { dirname } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parsed, production } from './project.ts';

const MOST_FILES = 25;
const MOST_LINES = 60;

/** Folders that hold more, with why. */
const fullFolders: Record<string, string> = {
  'runner/cli': 'a file a verb, and is being put in order',
  'runner/hosts/module/child': 'is being put in order',
  'runner/platform': 'is being put in order',
  'shared/commands': 'is being put in order',
  'shared/registry': 'is being put in order',
  'web/panes/result': 'is being put in order',
  'web/panes/run': 'is being put in order',
  'web/state': 'is being put in order',
};

/** Functions that are longer, by name, with why. */
const longFunctions: Record<string, string> = {
  commands: 'a table of what a person can do',
  editorTheme: 'a table of colours',
  startModule: 'is to be cut',
  createSandbox: 'is to be cut',
  createModuleHost: 'is to be cut',
  load: 'is to be cut',
  createPool: 'is to be cut',
  openParts: 'is to be cut',
  run: 'a benchmark, from its start to its table',
  serve: 'is to be cut',
  createClassifier: 'is to be cut',
  judge: 'is to be cut',
  createPlainModuleHost: 'is to be cut',
  startSandbox: 'is to be cut',
  definedTool: 'is to be cut',
  readFunctions: 'is to be cut',
  markReader: 'is to be cut',
  readArgc: 'is to be cut',
  customTool: 'is to be cut',
  performCall: 'is to be cut',
  declare: 'is to be cut',
};

const perFolder = new Map<string, number>();
for (const path of production)
  perFolder.set(dirname(path), (perFolder.get(dirname(path)) ?? 0) + 1);

interface Long {
  name: string;
  path: string;
  lines: number;
}

/** The functions of a file that are too long, the lines of what they hold counted. */
function longIn(path: string): Long[] {
  const file = parsed(path);
  const found: Long[] = [];
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
      if (lines > MOST_LINES) found.push({ name: nameOf(node), path, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What a function is called, or the variable or property that holds it. */
function nameOf(node: ts.SignatureDeclaration): string {
  const named = node.name ?? (node.parent as { name?: ts.Node }).name;
  return named?.getText() ?? 'a function without a name';
}

describe('sizes', () => {
  const full = [...perFolder].filter(([, files]) => files > MOST_FILES);
  const long = production.filter((path) => path.endsWith('.ts')).flatMap(longIn);

  test(`no folder holds more than ${MOST_FILES} files`, () => {
    expect(full.filter(([folder]) => !(folder in fullFolders))).toEqual([]);
  });

  test(`no function is longer than ${MOST_LINES} lines`, () => {
    expect(long.filter(({ name }) => !Object.hasOwn(longFunctions, name))).toEqual([]);
  });

  test('an exception that is needed no more is taken out of its table', () => {
    const folders = Object.keys(fullFolders).filter((name) => !full.some(([one]) => one === name));
    const functions = Object.keys(longFunctions).filter(
      (name) => !long.some((one) => one.name === name),
    );
    expect({ folders, functions }).toEqual({ folders: [], functions: [] });
  });
});
