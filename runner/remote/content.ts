import { z } from 'zod';
import type { ContentBlock } from '../../shared/protocol/mcp/content.ts';

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  data: z.string().optional(),
  mimeType: z.string().optional(),
  uri: z.string().optional(),
  name: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  resource: z
    .looseObject({
      uri: z.string(),
      mimeType: z.string().optional(),
      text: z.string().optional(),
      blob: z.string().optional(),
    })
    .optional(),
});

/** Characters of base64 that a result keeps of all its media together. */
const MOST_MEDIA = 6 * 1024 * 1024;

/** Bytes that a base64 text stands for. */
const bytesOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

/** Makes blocks of what a server sends; media beyond what is kept are named by their size alone. */
export class Blocks {
  #left = MOST_MEDIA;

  /** Undefined for what is no block that MCP knows. */
  of(given: unknown): ContentBlock | undefined {
    const read = Block.safeParse(given);
    if (!read.success) return undefined;
    const { type, text, data, mimeType, uri, name, title, description, resource } = read.data;
    const some = <Key extends string>(key: Key, value: string | undefined) =>
      (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, string>>;
    if (type === 'text' && text !== undefined) return { type, text };
    if ((type === 'image' || type === 'audio') && data !== undefined)
      return {
        ...{ type, mimeType: mimeType ?? 'application/octet-stream', bytes: bytesOf(data) },
        ...this.#kept(data),
      };
    if (type === 'resource_link' && uri !== undefined)
      return {
        ...{ type: 'link', uri, name: name ?? uri, ...some('title', title) },
        ...{ ...some('description', description), ...some('mimeType', mimeType) },
      };
    if (type !== 'resource' || !resource) return undefined;
    const { blob } = resource;
    return {
      ...{ type, uri: resource.uri, ...some('mimeType', resource.mimeType) },
      ...(blob === undefined
        ? { ...some('text', resource.text), bytes: Buffer.byteLength(resource.text ?? '') }
        : { bytes: bytesOf(blob), ...this.#kept(blob) }),
    };
  }

  #kept(data: string): { data?: string } {
    if (data.length > this.#left) return {};
    this.#left -= data.length;
    return { data };
  }
}

const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`;

/** A block as a model reads it, which is told of media by their kind and size. */
export function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${kilobytes(block.bytes)}]`;
    case 'link':
      return `[link ${block.name}: ${block.uri}]`;
    case 'resource':
      return block.text === undefined
        ? `[resource ${block.uri}, ${kilobytes(block.bytes)}]`
        : `[resource ${block.uri}]\n${block.text}`;
  }
}
