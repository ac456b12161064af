import type { ServersNews } from '../../shared/protocol/mcp/state.ts';
import type { RegistryLog } from '../../shared/protocol/tools.ts';
import type { ConversationsChanged } from '../../shared/protocol/conversations.ts';
import type { Approval } from '../../shared/protocol/events.ts';

/** What every open page is told. */
export type News =
  /** What happened to tools of the registry. */
  | { event: 'registry'; data: RegistryLog }
  | { event: 'changed'; data: { ids: string[] } }
  | { event: 'approval'; data: Approval }
  /** Servers of other programs that are otherwise than before. */
  | { event: 'mcp-servers'; data: ServersNews }
  | { event: 'decided'; data: { id: string } }
  /** Conversations that have a message more, or another one, or are gone. */
  | { event: 'conversations'; data: ConversationsChanged }
  /** The settings, or what was decided for longer than once, are others now. */
  | { event: 'settings'; data: { revision: number } };

/** Passes news to whoever listens, and knows whether a person's page is among them. */
export class Channel {
  #listeners = new Set<{ tell: (news: News) => void; isPage: boolean }>();

  get hasPage(): boolean {
    return [...this.#listeners].some(({ isPage }) => isPage);
  }

  tell(news: News): void {
    for (const { tell } of [...this.#listeners]) tell(news);
  }

  listen(tell: (news: News) => void, isPage: boolean): () => void {
    const listener = { tell, isPage };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
