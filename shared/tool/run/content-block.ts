import { z } from 'zod';
import { JsonObject } from '../json.ts';

/** The audience and the priority of a block. Lathe passes them on and never trusts them. */
const beside = { annotations: JsonObject.optional(), _meta: JsonObject.optional() };
const Contents = z.union([
  z.object({ uri: z.string(), mimeType: z.string().optional(), text: z.string() }),
  /** `blob` is base64. */
  z.object({ uri: z.string(), mimeType: z.string().optional(), blob: z.string() }),
]);

/**
 * A block of a tool result; `data` is base64. If a result is more than text, `content` of its metadata has
 * all blocks in order. Source: Model Context Protocol 2026-07-28, ContentBlock.
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

/** The number of bytes that a base64 text encodes. */
export const bytesOf = (base64: string): number =>
  Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

/** The text of a block for a model. Anything but text becomes a short note. */
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

/** The blocks in the metadata of a result; undefined if the result is only text. */
export function blocksOf(metadata: JsonObject | undefined): ContentBlock[] | undefined {
  const { data } = z.array(ContentBlock).safeParse(metadata?.content);
  return data?.some(({ type }) => type !== 'text') === true ? data : undefined;
}
