/** What is known of a definition beside its content. */
export interface DefinitionFacts {
  /** The folder's name, which the id should repeat. */
  folderName: string;
  /** The file that problems are placed in. */
  file: string;
  /** The definition's text, for positions. */
  text: string;
  /** File names that `icon` may name; not checked when left out. */
  icons?: readonly string[];
}
