import type { Client } from '@modelcontextprotocol/client';
import type { z } from 'zod';
import {
  ResourceContents,
  ServerPrompts,
  ServerResources,
  type PromptAsked,
  type PromptMessages,
} from '../../shared/protocol/mcp/content.ts';
import { Blocks } from './content.ts';

const MOST_PAGES = 20;
const MOST_ENTRIES = 2_000;

type Page<T> = { nextCursor?: string | undefined; items: T[] };

/** Reads all pages of a list, up to a limit. */
async function pages<T>(
  list: (cursor: { cursor?: string }) => Promise<Page<T>>,
): Promise<{ items: T[]; isCut: boolean }> {
  const items: T[] = [];
  let cursor: { cursor?: string } = {};
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { nextCursor, items: some } = await list(cursor);
    items.push(...some);
    if (nextCursor === undefined || nextCursor === cursor.cursor)
      return { items: items.slice(0, MOST_ENTRIES), isCut: items.length > MOST_ENTRIES };
    if (items.length >= MOST_ENTRIES) break;
    cursor = { cursor: nextCursor };
  }
  return { items: items.slice(0, MOST_ENTRIES), isCut: true };
}

export async function listResources(client: Client): Promise<ServerResources> {
  if (!client.getServerCapabilities()?.resources)
    return { resources: [], templates: [], isCut: false };
  const resources = await pages(async (at) => {
    const { resources: items, nextCursor } = await client.listResources(at);
    return { items, nextCursor };
  });
  const templates = await pages(async (at) => {
    const { resourceTemplates: items, nextCursor } = await client.listResourceTemplates(at);
    return { items, nextCursor };
  });
  return ServerResources.parse({
    ...{ resources: resources.items, templates: templates.items },
    isCut: resources.isCut || templates.isCut,
  });
}

export async function readResource(client: Client, uri: string): Promise<ResourceContents> {
  return ResourceContents.parse(await client.readResource({ uri }));
}

export async function listPrompts(client: Client): Promise<ServerPrompts> {
  if (!client.getServerCapabilities()?.prompts) return { prompts: [], isCut: false };
  const { items, isCut } = await pages(async (at) => {
    const { prompts, nextCursor } = await client.listPrompts(at);
    return { items: prompts.map((one) => ({ arguments: [], ...one })), nextCursor };
  });
  return ServerPrompts.parse({ prompts: items, isCut });
}

export async function getPrompt(
  client: Client,
  asked: z.infer<typeof PromptAsked>,
): Promise<PromptMessages> {
  const { description, messages } = await client.getPrompt(asked);
  const blocks = new Blocks();
  return {
    ...(description === undefined ? {} : { description }),
    messages: messages.flatMap(({ role, content }) => {
      const block = blocks.of(content);
      return block ? [{ role, content: block }] : [];
    }),
  };
}
