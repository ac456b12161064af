import type { FileNode, FileStream, FileSystem } from './pyodide-module.ts';

const EROFS = 69;

interface SavedNode {
  node: FileNode;
  own: Record<string, unknown>;
  directory?: Record<string, FileNode>;
}

interface SavedStream {
  stream: FileStream;
  own: Record<string, unknown>;
  shared: Record<string, unknown>;
}

function putBack(target: Record<string, unknown>, own: Record<string, unknown>): void {
  for (const key of Object.keys(target)) if (!Object.hasOwn(own, key)) delete target[key];
  Object.assign(target, own);
}

/**
 * Makes a file read-only. Files that exist before the first call are never written, so they need no
 * restoring.
 */
function makeReadOnly(fs: FileSystem, node: FileNode): void {
  const refuse = (): never => {
    throw new fs.ErrnoError(EROFS);
  };
  node.mode &= ~0o222;
  node.stream_ops = { ...node.stream_ops, write: refuse, allocate: refuse, msync: refuse };
  node.node_ops = { ...node.node_ops, setattr: refuse };
}

/**
 * Saves the file tree in memory, the open files and the working directory. Returns the function that restores
 * them.
 */
export function takeFileCheckpoint(fs: FileSystem): () => void {
  const nodes = new Map<FileNode, SavedNode>();
  const visit = (node: FileNode | null | undefined): void => {
    if (node === null || node === undefined || nodes.has(node)) return;
    const { contents, mounted } = node;
    if (ArrayBuffer.isView(contents)) makeReadOnly(fs, node);
    const saved: SavedNode = { node, own: { ...node } };
    nodes.set(node, saved);
    if (fs.isDir(node.mode) && contents && !ArrayBuffer.isView(contents)) {
      saved.directory = { ...contents };
      for (const child of Object.values(contents)) visit(child);
    }
    if (mounted) visit(mounted.root);
  };
  visit(fs.root);
  for (const mount of fs.mounts) visit(mount.root);
  for (const stream of fs.streams) visit(stream?.node);
  for (const first of fs.nameTable) {
    for (let node = first; node !== undefined; node = node.name_next) visit(node);
  }
  // These arrays have holes, which array methods skip and which must be restored, too.
  const names = Array.from(fs.nameTable);
  const mounts = fs.mounts.slice();
  const { currentPath, nextInode } = fs;
  const streams = Array.from(fs.streams, (stream): SavedStream | undefined =>
    stream ? { stream, own: { ...stream }, shared: { ...stream.shared } } : undefined,
  );

  return () => {
    for (const { node, own, directory } of nodes.values()) {
      putBack(node, own);
      if (directory !== undefined) node.contents = { ...directory };
    }
    names.forEach((node, index) => (fs.nameTable[index] = node));
    fs.mounts.splice(0, fs.mounts.length, ...mounts);
    fs.currentPath = currentPath;
    fs.nextInode = nextInode;
    fs.streams.length = streams.length;
    streams.forEach((saved, index) => {
      fs.streams[index] = saved?.stream;
      if (saved === undefined) return;
      putBack(saved.stream, saved.own);
      saved.stream.shared = { ...saved.shared };
    });
  };
}
