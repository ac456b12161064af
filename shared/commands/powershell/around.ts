import type { Place } from '../paths.ts';

/** The facts about the surrounding script that the judges of one command use. */
export interface Around {
  place: Place;
  /**
   * Names of the functions that the script defines, in lower case. Their bodies are judged at the definition.
   */
  functions: ReadonlySet<string>;
  /** The input from a pipe: files in their folders, texts, or unknown objects. */
  piped?: 'files' | 'texts' | 'unknown' | undefined;
}
