/** The file's own name in bash's messages, where it is a plain one. */
export function scriptName(file: string): string {
  const name = file.split('/').at(-1) ?? '';
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(name) ? name : 'script.sh';
}
