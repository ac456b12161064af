import { runToEnd } from '../run-to-end.ts';

/** Packages that carry the program for one kind of machine each. */
const packages = new URL('../../../../node_modules/@vscode/', import.meta.url).pathname;
const FIND = `
for found in "$1"ripgrep-*/bin/rg "$(command -v rg)"; do
  [ -x "$found" ] && "$found" --version >/dev/null 2>&1 && readlink -f "$found" && exit 0
done
exit 1`;

/** ripgrep's absolute path: of the package that npm installed for this machine, else from the PATH. */
export async function findRipgrep(): Promise<string | undefined> {
  // A shell looks, since the runner itself may not read where programs lie.
  const ran = await runToEnd('sh', ['-c', FIND, 'sh', decodeURIComponent(packages)], {
    timeoutMs: 10_000,
  });
  const found = ran.text.trim();
  return ran.code === 0 && found.startsWith('/') ? found : undefined;
}
