/** Returns the absolute path of a shell script that may do what Deno does not permit the runner. */
export const guest = (name: 'read.sh' | 'write.sh'): string =>
  decodeURIComponent(new URL(`../guest/${name}`, import.meta.url).pathname);
