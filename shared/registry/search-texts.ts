import type { Tool } from './tool.ts';

/** What is searched of each tool, in lower case; made once, and again when the description is another. */
export class SearchTexts {
  readonly #known = new WeakMap<Tool, { short: string; text: string }>();

  of(tool: Tool): string {
    const { short } = tool.description;
    const known = this.#known.get(tool);
    if (known?.short === short) return known.text;
    // No name holds a line feed, so that nothing is found across two of them.
    const text = [tool.name, tool.displayName, short].join('\n').toLowerCase();
    this.#known.set(tool, { short, text });
    return text;
  }
}
