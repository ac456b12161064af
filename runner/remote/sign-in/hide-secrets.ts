/** What stands in the place of a secret. */
export const HIDDEN = '[secret]';
/** Stands for what is hidden until all of it is: no character of any text (Unicode, section 23.7). */
const MARK = '\ufdd0';

/**
 * A text without secrets, each in all its forms. What stands in their place is never searched: a server that names
 * its tokens after it would make a text of megabytes one of gigabytes.
 */
export function hideSecrets(
  text: string,
  secrets: Iterable<string>,
  formsOf: (secret: string) => Iterable<string>,
): string {
  let shown = text;
  for (const secret of secrets)
    for (const form of new Set([secret, ...formsOf(secret)])) shown = shown.replaceAll(form, MARK);
  return shown.replaceAll(MARK, HIDDEN);
}
