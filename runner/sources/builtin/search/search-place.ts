import type { Judgement } from '../../../../shared/registry/approval/judgement.ts';
import { judgement } from '../plan.ts';
import { never } from '../plan.ts';
import { asksOutside } from '../paths/asks-outside.ts';
import { fileAccess } from '../paths/file-access.ts';
import type { Place } from '../place.ts';
import type { Plan } from '../plan.ts';
import { callReason } from '../../../../shared/registry/approval/reasons.ts';

/** Returns where a search starts and its reasons for approval, or the plan that refuses it. */
export async function searchPlace(
  place: Place,
  written: string | undefined,
  text: (path: string) => string,
): Promise<
  { ok: true; path: string; judgement: Judgement; boxed: boolean } | { ok: false; plan: Plan }
> {
  const access = await fileAccess(written || place.directory, place);
  if (access.kind === 'refused') return { ok: false, plan: never(access.reason) };
  const boxed =
    place.programs.bwrap !== undefined && (await place.bash.layers()).includes('bubblewrap');
  const reasons = [...asksOutside(access), ...(boxed ? [] : [callReason('unboxed-search')])];
  const { path } = access;
  return { ok: true, path, judgement: judgement(text(path), reasons), boxed };
}
