import lathe from './host-types/lathe.dts?raw';
import nodeFiles from './host-types/node-files.dts?raw';
import nodePrograms from './host-types/node-programs.dts?raw';
import { packageTypes } from './host-types/package-types.ts';
import { typescript } from './monaco.ts';

const own = 'file:///node_modules/lathe-host';

/** Teaches the editor TypeScript as modules are written in, with what they are given. */
export function setUpTypeScript(): void {
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
