import { blockText, ContentBlock } from '../../shared/tool/run/content-block.ts';

/** Characters of base64 that a result keeps of all its media together. */
const MOST_MEDIA = 6 * 1024 * 1024;
/** Pieces of one answer. */
const MOST_BLOCKS = 1000;

/** The base64 of a piece. */
function mediaOf(block: ContentBlock): string {
  if ('data' in block) return block.data;
  return block.type === 'resource' && 'blob' in block.resource ? block.resource.blob : '';
}

/** Reads the pieces that a server sends; media and texts beyond what is kept are named by their size alone. */
export class Blocks {
  #media = MOST_MEDIA;
  #others: number;
  #left = MOST_BLOCKS;

  /** `others` is how many characters are kept of all that is no media. */
  constructor(others = 1024 * 1024) {
    this.#others = others;
  }

  /** Undefined for what is no piece that MCP knows, and past the last that is kept. */
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
