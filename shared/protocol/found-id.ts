const pattern = /^found:(.+)~[0-9a-f]{8}$/s;

/**
 * The id of a module that lies outside of the workspace: `found:todo.ts~1f0c22ab`, its file or its
 * folder and a mark of where it lies. A folder can never have it, since no folder's name holds a colon.
 */
export const foundId = {
  /** `mark` is eight hexadecimal digits. */
  of: (name: string, mark: string): string => `found:${name.slice(0, 80)}~${mark}`,
  /** The name of the module's file, or of its folder, where this is such an id. */
  nameIn: (id: string): string | undefined => pattern.exec(id)?.[1],
};
