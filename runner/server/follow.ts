import type { RegistryEvent } from '../../shared/registry/registry.ts';
import type { Platform } from '../platform/platform.ts';
import type { Sources } from '../sources/sources.ts';
import { watchServers, watchTools } from '../sources/workspace/watch-tools.ts';
import type { Watching } from '../platform/platform.ts';
import type { Channel } from './channel.ts';

/** Events of the registry that come this close to each other are told together. */
const TOGETHER_MS = 50;

/** Keeps the registry up to date with the disk, and tells every page what happens in it. */
export async function follow(
  { watch, disk }: Platform,
  workspace: string,
  sources: Sources,
  channel: Channel,
) {
  let news: RegistryEvent[] = [];
  // A workspace that is read for the first time is thousands of events, which are told together.
  sources.registry.on((events) => {
    if (news.length === 0)
      setTimeout(() => {
        channel.tell({ event: 'registry', data: { events: news } });
        news = [];
      }, TOGETHER_MS);
    news.push(...events);
  });
  const servers = await watchServers(disk, workspace, () => void sources.fresh());
  // Skills are named in declarations, and what is listed here are their folders.
  const skills = watchTools(watch, `${workspace}/skills`, {
    mark: () => undefined,
    tell: () => void sources.fresh(),
  }).catch(() => undefined);
  // Without it the page is told late, where there are no tools and no folder could be made for them.
  const tools = await watchTools(watch, `${workspace}/tools`, {
    mark: (ids) => sources.workspace.mark(ids),
    tell: (ids) => {
      channel.tell({ event: 'changed', data: { ids } });
      void sources.fresh();
    },
  });
  return {
    close: async () => {
      const all: (Watching | undefined)[] = [tools, await skills, ...servers];
      await Promise.allSettled(all.map((one) => one?.close()));
    },
  };
}
