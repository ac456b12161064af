import { runToEnd } from '../run-to-end.ts';

/** The npm packages that contain ripgrep, one for each kind of machine. */
const packages = new URL('../../../../node_modules/@vscode/', import.meta.url).pathname;
const FIND = `
for found in "$1"ripgrep-*/bin/rg "$(command -v rg)"; do
  [ -x "$found" ] && "$found" --version >/dev/null 2>&1 && readlink -f "$found" && exit 0
done
exit 1`;

/** Returns ripgrep's absolute path, from the installed package or the PATH. */
export async function findRipgrep(): Promise<string | undefined> {
  // A shell searches, because the runner may not read the folders of programs.
  const ran = await runToEnd('sh', ['-c', FIND, 'sh', decodeURIComponent(packages)], {
    timeoutMs: 10_000,
  });
  const found = ran.text.trim();
  return ran.code === 0 && found.startsWith('/') ? found : undefined;
}
