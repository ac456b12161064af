import { z } from 'zod';
import { JsonObject } from './json.ts';

/** Whom a piece is for and how much it matters; told on, and never trusted. */
const beside = { annotations: JsonObject.optional(), _meta: JsonObject.optional() };
const Contents = z.union([
  z.object({ uri: z.string(), mimeType: z.string().optional(), text: z.string() }),
  /** `blob` is base64. */
  z.object({ uri: z.string(), mimeType: z.string().optional(), blob: z.string() }),
]);

/**
 * A piece of what a tool answers; `data` is base64. A result that is more than text has its pieces, all of
 * them and in order, under `content` of its metadata. Source: Model Context Protocol 2026-07-28, ContentBlock.
 */
export const ContentBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), ...beside }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string(), ...beside }),
  z.object({ type: z.literal('audio'), data: z.string(), mimeType: z.string(), ...beside }),
  z.object({ type: z.literal('resource'), resource: Contents, ...beside }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string(),
    title: z.string().optional(),
    description: z.string().optional(),
    mimeType: z.string().optional(),
    ...beside,
  }),
]);
export type ContentBlock = z.infer<typeof ContentBlock>;

/** Bytes that a base64 text stands for. */
export const bytesOf = (base64: string): number =>
  Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

/** What a model reads of a piece: what is no text is named. */
export function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${bytesOf(block.data)} bytes]`;
    case 'resource': {
      const { resource } = block;
      if ('text' in resource) return resource.text;
      return `[resource ${resource.uri}, ${bytesOf(resource.blob)} bytes]`;
    }
    case 'resource_link':
      return `[${block.title ?? block.name}](${block.uri})`;
  }
}

/** The pieces of a result whose metadata holds them; undefined where it is text alone. */
export function blocksOf(metadata: JsonObject | undefined): ContentBlock[] | undefined {
  const { data } = z.array(ContentBlock).safeParse(metadata?.content);
  return data?.some(({ type }) => type !== 'text') === true ? data : undefined;
}
