/** The names in single braces of a template, each once: what `lathe render --template` declares. */
export function placeholderNames(template: string): string[] {
  const found = template.matchAll(/\{\{|\}\}|\{([\p{ID_Start}_]\p{ID_Continue}*)\}/gu);
  return [...new Set([...found].flatMap((match) => match[1] ?? []))];
}
