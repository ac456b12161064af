import { moduleFiles } from '../../../shared/formats/script-module/module-files.ts';
import type { FileContent, Folder } from '../../../shared/tool/folder.ts';

const starts: Record<string, string> = {
  'return.json': '{\n  "truncate": 2000\n}\n',
  'meta.json': '{\n  "notes": ""\n}\n',
  'samples.json': '[]\n',
};

/** Files that a folder may have and this one has not, with what they begin as. */
export const missingFiles = (files: Folder): [path: string, content: FileContent][] => {
  const known = Object.entries(starts).filter(([path]) => !(path in files));
  if ('definition.json' in files) return known;
  const hasSamples = Object.keys(files).some((path) => path.endsWith('samples.json'));
  return moduleFiles(files).length > 0 && !hasSamples
    ? known.filter(([path]) => path === 'samples.json')
    : [];
};
