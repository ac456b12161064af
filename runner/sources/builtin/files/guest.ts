/** The absolute path of a program that runs beside the runner, with rights that Deno does not give it. */
export const guest = (name: 'read.sh' | 'write.sh'): string =>
  decodeURIComponent(new URL(`../guest/${name}`, import.meta.url).pathname);
