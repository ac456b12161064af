const pattern = /^found:(.+)~[0-9a-f]{8}$/s;

/**
 * The id of an external module: `found:todo.ts~1f0c22ab`, with the name of its file or folder and a mark for
 * its location. No folder can have it, because folder names contain no colon. The prefix stays "found",
 * because settings, permissions and the history of a workspace contain these ids.
 */
export const externalId = {
  /** `mark` is eight hexadecimal digits. */
  of: (name: string, mark: string): string => `found:${name.slice(0, 80)}~${mark}`,
  /** The name of the module's file or folder, if this is the id of an external module. */
  nameIn: (id: string): string | undefined => pattern.exec(id)?.[1],
};
