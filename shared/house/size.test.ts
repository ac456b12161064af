import { dirname } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parsed, production } from './project.ts';

const MOST_FILES = 25;
const MOST_LINES = 60;

/** Folders with more files, and why. */
const fullFolders: Record<string, string> = {};

/** Longer functions by name, and why. */
const longFunctions: Record<string, string> = {
  createModuleHost: 'a host, member by member',
  run: 'a benchmark, from its start to its table',
  serve: 'the start of a runner, step by step',
  createClassifier: 'judges close over one parser',
  judge: 'a judge of one kind of statement each',
  startSandbox: 'a process and its frames',
  definedTool: 'a tool, member by member',
  readFunctions: 'a scanner',
  conversationRoutes: 'a table of routes, each a function of its own',
  customToolRoutes: 'a table of routes, each a function of its own',
  historyRoutes: 'a table of routes, each a function of its own',
  moduleRoutes: 'a table of routes, each a function of its own',
  registryRoutes: 'a table of routes, each a function of its own',
  toolRoutes: 'a table of routes, each a function of its own',
};

const perFolder = new Map<string, number>();
for (const path of production)
  perFolder.set(dirname(path), (perFolder.get(dirname(path)) ?? 0) + 1);

interface Long {
  name: string;
  path: string;
  lines: number;
}

/** Returns the functions of a file that are too long, including nested functions. */
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

/** Returns the name of a function, or of the variable or property that holds it. */
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

  test('every exception is needed', () => {
    const folders = Object.keys(fullFolders).filter((name) => !full.some(([one]) => one === name));
    const functions = Object.keys(longFunctions).filter(
      (name) => !long.some((one) => one.name === name),
    );
    expect({ folders, functions }).toEqual({ folders: [], functions: [] });
  });
});
