const BLOCK = 16_384;

/**
 * A large text in blocks of about 16,000 characters that end with a line where there is one, so that
 * a browser can lay out only those in sight.
 */
export function textBlocks(text: string, block = BLOCK): string[] {
  const blocks: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + block);
    if (end < text.length) {
      const line = text.slice(start, end).lastIndexOf('\n');
      if (line > 0) end = start + line + 1;
      else if (text.charCodeAt(end - 1) >> 10 === 0x36) end -= 1;
    }
    blocks.push(text.slice(start, end));
    start = end;
  }
  return blocks;
}
