import type { RegistryEvent } from '../../shared/registry/registry.ts';
import type { Platform } from '../platform/platform.ts';
import type { Sources } from '../sources/sources.ts';
import { watchServers, watchTools } from '../sources/workspace/watch-tools.ts';
import type { Watching } from '../platform/platform.ts';
import type { Channel } from './channel.ts';

/** Registry events within this time are sent together. */
const TOGETHER_MS = 50;

/** Keeps the registry in step with the disk, and sends its events to every page. */
export async function followRegistry(
  { watch, disk }: Platform,
  workspace: string,
  sources: Sources,
  channel: Channel,
) {
  let news: RegistryEvent[] = [];
  // The first read of a workspace makes thousands of events, which are sent together.
  sources.registry.on((events) => {
    if (news.length === 0)
      setTimeout(() => {
        channel.tell({ event: 'registry', data: { events: news } });
        news = [];
      }, TOGETHER_MS);
    news.push(...events);
  });
  const servers = await watchServers(disk, workspace, () => void sources.fresh());
  // Declarations name skills, so the registry depends on the list of their folders.
  const skills = watchTools(watch, `${workspace}/skills`, {
    mark: () => undefined,
    tell: () => void sources.fresh(),
  }).catch(() => undefined);
  // Undefined if there is no folder of tools and none could be created; the page then hears of changes late.
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
