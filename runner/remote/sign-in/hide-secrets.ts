/** The replacement of a secret. */
export const HIDDEN = '[secret]';
/** Stands for hidden text until all secrets are replaced: a noncharacter (Unicode, section 23.7). */
const MARK = '\ufdd0';

/**
 * Replaces secrets in all their spellings. The replacements are not searched again: a server whose tokens equal the
 * replacement would turn megabytes into gigabytes.
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
