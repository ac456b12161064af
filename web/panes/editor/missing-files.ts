import type { FileContent, Folder } from '../../../shared/tool/folder.ts';

const starts: Record<string, string> = {
  'return.json': '{\n  "truncate": 2000\n}\n',
  'meta.json': '{\n  "notes": ""\n}\n',
  'samples.json': '[]\n',
};

/** Files that a three-layer folder may have and this one has not, with what they begin as. */
export const missingFiles = (files: Folder): [path: string, content: FileContent][] =>
  'definition.json' in files ? Object.entries(starts).filter(([path]) => !(path in files)) : [];
