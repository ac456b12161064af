import { systemView } from '../../../hosts/process/box.ts';
import { isPathContained } from '../paths/is-path-contained.ts';
import type { Place } from '../place.ts';

/**
 * How a search program is started over `root`: in a box in which nothing else of the person is there,
 * and nothing can be written. A folder inside the boundary is reached through the boundary, so that a
 * link that took its place after it was judged leads nowhere.
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
