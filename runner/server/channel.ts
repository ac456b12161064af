import type { ServersNews } from '../../shared/protocol/events.ts';
import type { RegistryLog } from '../../shared/protocol/tools.ts';
import type { ConversationsChanged } from '../../shared/protocol/conversations/conversations.ts';
import type { Approval } from '../../shared/protocol/events.ts';

/** The events for every open page. */
export type News =
  /** Events of the registry. */
  | { event: 'registry'; data: RegistryLog }
  | { event: 'changed'; data: { ids: string[] } }
  | { event: 'approval'; data: Approval }
  /** MCP servers that changed. */
  | { event: 'mcp-servers'; data: ServersNews }
  | { event: 'decided'; data: { id: string } }
  /** Conversations with new or changed messages, or that were deleted. */
  | { event: 'conversations'; data: ConversationsChanged }
  /** The settings or the remembered decisions changed. */
  | { event: 'settings'; data: { revision: number } };

/** Sends events to all subscribers, and knows whether a person's page is among them. */
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
