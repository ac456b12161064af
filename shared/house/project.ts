import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import ts from 'typescript';

/** The project as the tests of this folder see it. Paths are relative to its root, with slashes. */
export const root = resolve(import.meta.dirname, '../..');

const walk = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? walk(path) : [path];
  });

/** Every file of the project's own folders. */
export const all: readonly string[] = ['shared', 'runner', 'web', 'e2e'].flatMap(walk);
export const isTest = (path: string): boolean =>
  /\.test\.|\/fixtures\/|^e2e\/|^shared\/house\//.test(path);
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Code that runs outside tests, without type declarations of scripts. */
export const production: readonly string[] = all.filter(
  (path) => /\.(ts|mjs|svelte)$/.test(path) && !path.endsWith('.d.ts') && !isTest(path),
);

/** Parses a file; of a component, its scripts. */
export function parsed(path: string): ts.SourceFile {
  const text = read(path);
  const code = path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map((match) => match[1]).join('\n')
    : text;
  return ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kindOf(path));
}

const kindOf = (path: string) => (path.endsWith('.mjs') ? ts.ScriptKind.JS : ts.ScriptKind.TS);

/**
 * Returns the specifiers that a file imports, re-exports or imports dynamically, as written: `./a.ts?worker`,
 * `node:fs`.
 */
export function specifiers(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const from =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
            ? node.arguments[0]
            : undefined;
    if (from && ts.isStringLiteralLike(from)) found.push(from.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the strings of a file that may name another file. Components also load parts in their markup. */
function texts(path: string): string[] {
  if (path.endsWith('.svelte'))
    return [...read(path).matchAll(/(['"`])(\.[^'"`\s]+)\1/g)].map((match) => match[2] ?? '');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(parsed(path));
  return found;
}

/**
 * Returns the files that a file names: in an import of any kind, in `new URL`, or in a string with a path
 * that starts at its folder or, as in scripts and builds, at the root.
 */
export function targets(path: string): string[] {
  return texts(path).flatMap((text) => {
    const bare = text.replace(/\?.*$/, '');
    if (!/\.(ts|mjs|svelte)$/.test(bare)) return [];
    return [posix.join(dirname(path), bare), posix.normalize(bare)].filter(
      (to) => to !== path && /^(shared|runner|web)\//.test(to) && existsSync(join(root, to)),
    );
  });
}
