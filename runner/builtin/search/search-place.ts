import type { Plan, Verdict } from '../builtin.ts';
import { asksOutside } from '../paths/asks-outside.ts';
import { fileAccess } from '../paths/file-access.ts';
import type { Place } from '../place.ts';
import { closedPath } from '../tools/closed-path.ts';

const unboxed =
  'Bubblewrap is missing here, so nothing keeps the search inside the workspace, and each is asked for';

/** Where a search begins, and whether it may; or the plan that refuses it. */
export async function searchPlace(
  place: Place,
  written: string | undefined,
  text: (path: string) => string,
): Promise<
  { ok: true; path: string; verdict: Verdict; boxed: boolean } | { ok: false; plan: Plan }
> {
  const access = await fileAccess(written || place.boundary, place);
  if (access.kind === 'refused') return { ok: false, plan: closedPath(access.reason) };
  const boxed =
    place.programs.bwrap !== undefined && (await place.bash.layers()).includes('bubblewrap');
  const reasons = [...asksOutside(access), ...(boxed ? [] : [unboxed])];
  const { path } = access;
  const verdict: Verdict =
    reasons.length === 0 ? { kind: 'run' } : { kind: 'ask', text: text(path), reasons };
  return { ok: true, path, verdict, boxed };
}
