import type { FileNode, FileSystem } from './pyodide-module.ts';

const ENOSPC = 51;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_NODES = 20_000;

/** Measures the files that can still be reached. */
function measure(fs: FileSystem): { bytes: number; nodes: number } {
  const seen = new Set<FileNode>();
  let bytes = 0;
  const visit = (node: FileNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const { contents } = node;
    if (fs.isDir(node.mode)) {
      if (contents && !ArrayBuffer.isView(contents)) Object.values(contents).forEach(visit);
    } else bytes += node.usedBytes ?? 0;
  };
  visit(fs.root);
  for (const stream of fs.streams) if (stream) visit(stream.node);
  return { bytes, nodes: seen.size };
}

/**
 * Limits the files in memory to 64 MiB and 20,000 entries. They are outside the interpreter's memory, whose
 * limit does not cover them. Call the returned function when the sandbox is ready and after each reset.
 */
export function limitFiles(fs: FileSystem): () => void {
  const { MEMFS } = fs.filesystems;
  let base = { bytes: 0, nodes: 0 };
  let bytes = 0;
  let nodes = 0;
  const refuse = (): never => {
    throw new fs.ErrnoError(ENOSPC);
  };
  const recount = (): void => {
    // Deleted files freed memory. Measuring is only worthwhile when the quota seems exhausted.
    const now = measure(fs);
    bytes = now.bytes - base.bytes;
    nodes = now.nodes - base.nodes;
  };
  const grow = (by: number): void => {
    if (by <= 0) return;
    if (bytes + by > MAX_BYTES) recount();
    if (bytes + by > MAX_BYTES) refuse();
    bytes += by;
  };
  const { write } = MEMFS.stream_ops;
  const limited: typeof write = (stream, buffer, offset, length, position, canOwn) => {
    const end = (position ?? 0) + length;
    grow(end - (stream.node.usedBytes ?? 0));
    return write(stream, buffer, offset, length, position, canOwn);
  };
  MEMFS.stream_ops.write = limited;
  MEMFS.ops_table.file.stream.write = limited;
  const { setattr } = MEMFS.ops_table.file.node;
  MEMFS.ops_table.file.node.setattr = (node, attributes) => {
    if (typeof attributes.size === 'number') grow(attributes.size - (node.usedBytes ?? 0));
    setattr(node, attributes);
  };
  const { createNode } = MEMFS;
  MEMFS.createNode = (...args) => {
    if (nodes >= MAX_NODES) recount();
    if (nodes >= MAX_NODES) refuse();
    nodes += 1;
    return createNode(...args);
  };
  return () => {
    base = measure(fs);
    bytes = 0;
    nodes = 0;
  };
}
