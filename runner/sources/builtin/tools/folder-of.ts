/** Returns the folder of a path as written, for a permission rule; empty for the root. */
export const folderOf = (path: string): string => {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '.' : path.slice(0, slash);
};
