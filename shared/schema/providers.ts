import { anthropic } from './providers/anthropic.ts';
import { gemini } from './providers/gemini.ts';
import { mcp } from './providers/mcp.ts';
import { openai } from './providers/openai.ts';
import type { Provider } from './providers/provider.ts';

/** Every provider, by id, in display order. */
export const providers: ReadonlyMap<string, Provider> = new Map(
  [openai, anthropic, gemini, mcp].map((provider) => [provider.id, provider]),
);
