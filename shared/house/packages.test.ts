import { builtinModules } from 'node:module';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { all, parsed, read, root, specifiers } from './project.ts';

const configs = readdirSync(root).filter((path) => /^[\w.-]+\.(config\.(ts|js)|json)$/.test(path));
const code = [...all, ...configs].filter(
  (path) =>
    /\.(ts|js|mjs|svelte)$/.test(path) &&
    !/\/fixtures\/|\.d\.m?ts$|^web\/public\//.test(path) &&
    !path.startsWith('shared/house/'),
);

const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
const declared = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
  Object.keys(manifest[kind] ?? {}),
);

/** The package of a specifier; undefined for a file, and for what the engine itself has. */
function packageOf(specifier: string): string | undefined {
  if (/^[./]|^(node|npm|data|https?):/.test(specifier)) return undefined;
  const [first = '', second] = specifier.replace(/\?.*$/, '').split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  return builtinModules.includes(name) ? undefined : name;
}

const imported = new Map<string, string>();
for (const path of code) {
  for (const specifier of specifiers(parsed(path))) {
    const name = packageOf(specifier);
    if (name !== undefined && !imported.has(name)) imported.set(name, path);
  }
}

/** Packages that are used without an import: started, read as files, or named in a configuration. */
const used: Record<string, string> = {
  '@types/node': 'types, by name in the tsconfigs',
  'prettier-plugin-svelte': 'named in .prettierrc.json',
  '@vitest/coverage-v8': '`vitest --coverage`',
  '@stryker-mutator/vitest-runner': 'loaded by its name in runner/scripts/mutation.mjs',
  '@deno/linux-x64-glibc': 'the engine, started by runner/scripts',
  '@copilotkit/aimock': 'stands for providers in runner/conversations/fixtures',
  '@modelcontextprotocol/server-everything': 'started in a box by remote-elsewhere.test.ts',
  '@modelcontextprotocol/server-filesystem': 'started in a box by remote-elsewhere.test.ts',
  '@vscode/ripgrep-linux-x64': 'the program that Grep starts',
};

describe('packages', () => {
  test('every imported package is declared', () => {
    const undeclared = [...imported].filter(([name]) => !declared.includes(name));
    expect(undeclared.map(([name, path]) => `${name} in ${path}`)).toEqual([]);
  });

  test('every declared package is imported, or used as the table says', () => {
    const named = code.map(read).join('\n');
    const idle = declared.filter(
      (name) => !imported.has(name) && !(name in used) && !named.includes(`${name}/`),
    );
    expect(idle).toEqual([]);
  });

  test('the table names declared packages', () => {
    expect(Object.keys(used).filter((name) => !declared.includes(name))).toEqual([]);
  });
});
