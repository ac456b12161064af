import type { Declarers } from '../../../shared/tool/declared.ts';
import type { Channel } from '../../server/channel.ts';
import { personHome } from '../../platform/person-home.ts';
import { findPrograms } from '../../platform/programs.ts';
import type { Settings } from '../../store/settings.ts';
import { Discovery } from './discovery.ts';
import { search } from './search.ts';

const NO_DENO = 'Modules need Deno; run "npm install" where Lathe lies, which brings it';

/**
 * What looks for modules as the settings of a workspace say. Relative paths begin at the workspace, not at
 * its files, where tools write: none of them can put a module in a place that is looked at.
 */
export function openDiscovery(given: {
  workspace: string;
  declarers: Declarers;
  settings: Settings;
  channel: Channel;
}): Discovery {
  const { workspace, declarers, settings, channel } = given;
  const { deno } = findPrograms();
  const discovery = new Discovery({
    settings: () => settings.current.modules,
    places: { cwd: workspace, home: personHome() },
    find: async (asked) =>
      deno === undefined ? { ok: false, reason: NO_DENO } : search(deno, asked),
    declarers,
    changed: (ids) => channel.tell({ event: 'changed', data: { ids } }),
  });
  void discovery.look();
  return discovery;
}
