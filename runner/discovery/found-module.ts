/** Where a module was found, in the order in which places are looked at. */
export type ModulePlace = 'native' | 'claude' | 'codex' | 'plugin' | 'configured';

/** A file that could be a custom tool. */
export interface FoundModule {
  /** Absolute, links resolved. */
  path: string;
  place: ModulePlace;
  /** Whose it is: the person's own, the project's, or neither's. */
  level: 'user' | 'project' | 'given';
}
