import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { Declarations } from './declaration.ts';

const MOST_PAGES = 100;
/** The time limit for all pages in milliseconds. */
const LIST_MS = 30_000;

const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Lists a server's tools page by page, up to the limits, because a list may be endless. */
export async function listTools(client: Client, isHttp: boolean): Promise<Declarations> {
  const found = new Declarations(isHttp && client.getProtocolEra() === 'modern');
  if (!client.getServerCapabilities()?.tools) return found;
  const seen = new Set<string>();
  const until = performance.now() + LIST_MS;
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const { tools, nextCursor } = await client.request({ method: 'tools/list', params }, Page, {
      timeout: Math.max(1, until - performance.now()),
    });
    for (const tool of tools) found.take(tool);
    if (nextCursor === undefined || seen.has(nextCursor) || found.isFull) break;
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return found;
}
