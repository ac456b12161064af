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
export const packageTypes = [...Object.entries(typebox), ...Object.entries(zod)].map(
  ([path, content]) => ({
    content,
    filePath: `file://${path.replace(/^.*(?=\/node_modules\/)/, '').replace('/build/cjs/', '/')}`,
  }),
);
