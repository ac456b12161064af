import { blockText, ContentBlock } from '../../shared/tool/run/content-block.ts';

/** The limit for all media of a result, in characters of base64. */
const MOST_MEDIA = 6 * 1024 * 1024;
/** The limit of content blocks in a result. */
const MOST_BLOCKS = 1000;

/** Returns the base64 of a block. */
function mediaOf(block: ContentBlock): string {
  if ('data' in block) return block.data;
  return block.type === 'resource' && 'blob' in block.resource ? block.resource.blob : '';
}

/** Reads a server's content blocks; of media and texts beyond the limits, only the size is kept. */
export class Blocks {
  #media = MOST_MEDIA;
  #others: number;
  #left = MOST_BLOCKS;

  /** `others` limits the characters that are not media. */
  constructor(others = 1024 * 1024) {
    this.#others = others;
  }

  /** Returns the block; undefined if MCP does not know it, or the limit of blocks is reached. */
  of(given: unknown): ContentBlock | undefined {
    const { data: block } = ContentBlock.safeParse(given);
    if (!block || this.#left === 0) return undefined;
    this.#left -= 1;
    const media = mediaOf(block).length;
    if (media > this.#media)
      return { type: 'text', text: `${blockText(block)} (too large to be kept)` };
    const others = JSON.stringify(block).length - media;
    if (others > this.#others) return this.#cut(block);
    this.#media -= media;
    this.#others -= others;
    return block;
  }

  #cut(block: ContentBlock): ContentBlock {
    const text = blockText(block);
    const kept = text.slice(0, this.#others);
    this.#others -= kept.length;
    return { type: 'text', text: `${kept}\n[${text.length - kept.length} characters left out]` };
  }
}
