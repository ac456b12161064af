import { contentOf } from '../../../shared/formats/file-bytes.ts';
import { importLimits, pathProblem } from '../../../shared/formats/import/folder-names.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { fileProblem } from '../../../shared/tool/problem/problem.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import type { Disk, DiskEntry } from '../../platform/disk/disk.ts';

const maxDepth = 8;

export interface Tree {
  entries: { path: string; entry: DiskEntry }[];
  problems: Problem[];
  /** Changes whenever a file in the tree is written, added or removed. */
  stamp: string;
  modifiedAt: number;
}

/**
 * Lists a tool folder. Skips links, devices, repositories and folders named `besides`. With `only`, looks at
 * these files and at no folders.
 */
export async function listTree(
  disk: Disk,
  root: string,
  besides?: string,
  only?: (name: string) => boolean,
): Promise<Tree> {
  const tree: Tree = { entries: [], problems: [], stamp: '', modifiedAt: 0 };
  const stamps: string[] = [];
  const walk = async (folder: string, prefix: string, depth: number): Promise<void> => {
    for (const entry of (await disk.list(folder)) ?? []) {
      const path = prefix + entry.name;
      if (entry.name === '.git' || entry.name === besides || /^\.lathe-.*\.tmp$/.test(entry.name))
        continue;
      if (only && (entry.kind === 'folder' || !only(entry.name))) continue;
      if (entry.kind === 'folder' && depth < maxDepth) {
        await walk(`${folder}/${entry.name}`, `${path}/`, depth + 1);
        continue;
      }
      stamps.push(`${path} ${entry.kind} ${entry.stamp}`);
      tree.modifiedAt = Math.max(tree.modifiedAt, entry.modifiedAt);
      const wrong = pathProblem(path);
      if (entry.kind === 'link') {
        tree.problems.push(
          fileProblem('warning', 'link-refused', path, `"${path}" is a link and was not followed`),
        );
      } else if (entry.kind !== 'file' || wrong) {
        const why = wrong?.reason ?? 'is not a regular file';
        tree.problems.push(
          fileProblem('warning', 'file-passed-over', path, `"${path}" ${why} and was not read`),
        );
      } else {
        tree.entries.push({ path, entry });
      }
    }
  };
  await walk(root, '', 1);
  tree.stamp = stamps.join('\n');
  return tree;
}

/** Reads the files of a listed tree, up to the limits of an import. */
export async function readTree(
  disk: Disk,
  root: string,
  tree: Tree,
): Promise<{ files: Folder; problems: Problem[] }> {
  const files: Folder = {};
  const problems = [...tree.problems];
  let left: number = importLimits.totalBytes;
  for (const { path, entry } of tree.entries.slice(0, importLimits.entries)) {
    left -= entry.size;
    const bytes = left < 0 ? undefined : await disk.read(`${root}/${path}`, entry);
    if (bytes) files[path] = contentOf(bytes);
    else
      problems.push(
        fileProblem('warning', 'file-passed-over', path, `"${path}" is too large and was not read`),
      );
  }
  if (tree.entries.length > importLimits.entries) {
    const message = `The folder has more than ${importLimits.entries} files; the rest was not read`;
    problems.push(
      fileProblem('warning', 'too-many-files', '', message, { most: importLimits.entries }),
    );
  }
  return { files, problems };
}
