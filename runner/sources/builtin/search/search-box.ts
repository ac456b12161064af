import { systemView } from '../../../hosts/process/box.ts';
import { isPathContained } from '../paths/is-path-contained.ts';
import type { Place } from '../place.ts';

/**
 * Returns the command for a search over `root`, in a sandbox that shows only this folder, read-only. A folder
 * inside the boundary is reached through the boundary, so a link that replaced it after the check leads nowhere.
 */
export function searchBox(
  place: Place,
  root: string,
  program: string[],
): { command: string; args: string[] } | undefined {
  const { bwrap, rg } = place.programs;
  if (bwrap === undefined) return undefined;
  const trusted = [place.boundary, ...place.allowed].find((one) => isPathContained(one, root));
  const shown = [trusted ?? root, ...(rg === undefined || rg.startsWith('/usr/') ? [] : [rg])];
  return {
    command: bwrap,
    args: [
      ...systemView,
      ...shown.flatMap((path) => ['--ro-bind', path, path]),
      ...['--dev', '/dev', '--remount-ro', '/', '--chdir', root, '--'],
      ...program,
    ],
  };
}
