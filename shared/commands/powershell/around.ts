import type { Place } from '../paths.ts';

/** What judging one command knows of the script around it. */
export interface Around {
  place: Place;
  /** Functions that the script defines, in lower case: their bodies are judged where they stand. */
  functions: ReadonlySet<string>;
  /** What comes through a pipe: files as they lie, what they hold, or what cannot be seen. */
  piped?: 'files' | 'texts' | 'unknown' | undefined;
}
