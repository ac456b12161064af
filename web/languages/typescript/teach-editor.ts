import lathe from './host-types/lathe.dts?raw';
import nodeFiles from './host-types/node-files.dts?raw';
import nodePrograms from './host-types/node-programs.dts?raw';
import * as typescript from 'monaco-editor/languages/features/typescript/register';

const typebox = import.meta.glob<string>(
  '../../../node_modules/@sinclair/typebox/build/cjs/**/*.d.ts',
  { query: '?raw', import: 'default', eager: true },
);
const zod = import.meta.glob<string>(
  [
    '../../../node_modules/zod/index.d.ts',
    '../../../node_modules/zod/v4/{classic,core,locales}/**/*.d.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** The declarations of the packages that modules are given, at the addresses where an import looks for them. */
const packageTypes = [...Object.entries(typebox), ...Object.entries(zod)].map(
  ([path, content]) => ({
    content,
    filePath: `file://${path.replace(/^.*(?=\/node_modules\/)/, '').replace('/build/cjs/', '/')}`,
  }),
);

const own = 'file:///node_modules/lathe-host';

/** Teaches the editor TypeScript as modules are written in, with what they are given. */
export function teachEditor(): void {
  const { typescriptDefaults, javascriptDefaults } = typescript;
  for (const defaults of [typescriptDefaults, javascriptDefaults]) {
    defaults.setCompilerOptions({
      target: typescript.ScriptTarget.ESNext,
      module: typescript.ModuleKind.ESNext,
      moduleResolution: typescript.ModuleResolutionKind.NodeJs,
      strict: true,
      // The parameters of a returned tool cannot be inferred from its schema.
      noImplicitAny: false,
      noEmit: true,
      allowJs: true,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      esModuleInterop: true,
    });
    // A module sees the files beside it, whether or not they are open.
    defaults.setEagerModelSync(true);
    defaults.setExtraLibs([
      { content: lathe, filePath: `${own}/index.d.ts` },
      { content: nodeFiles, filePath: `${own}/node-files.d.ts` },
      { content: nodePrograms, filePath: `${own}/node-programs.d.ts` },
      ...packageTypes,
    ]);
  }
}
