/** `some`: marks that plain output may have by chance. `sure`: a table or a fence, which nobody writes by chance. */
export type MarkdownSigns = 'none' | 'some' | 'sure';

// No two repetitions side by side take the same character, and none looks past the next that could open the same: the
// time grows with the text alone.
const sure = /^ {0,3}((\| *)?:?-+:? *(\| *:?-+:? *)+(\| *)?|\| *:?-+:? *\| *)$|^ {0,3}(```|~~~)/m;
const some =
  /^ {0,3}(#{1,6} |[-*+] |\d{1,9}[.)] |> )|\*\*\S|`[^`\n]+`|\[[^[\]\n]{1,500}\]\((?:[^()\n]|\([^()\n]{0,200}\)){1,2000}\)/m;

/** Whether a text looks as if it were written in Markdown. */
export const markdownSigns = (text: string): MarkdownSigns =>
  sure.test(text) ? 'sure' : some.test(text) ? 'some' : 'none';
