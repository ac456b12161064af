import { wrap } from './texts.ts';

/** The result of a renderer: an object that draws lines of at most `width` columns. */
export interface Component {
  render(width: number): string[];
}

/** Components below each other. */
export class Container implements Component {
  children: Component[] = [];

  addChild(child: Component): void {
    this.children.push(child);
  }

  removeChild(child: Component): void {
    this.children = this.children.filter((one) => one !== child);
  }

  clear(): void {
    this.children = [];
  }

  render(width: number): string[] {
    return this.children.flatMap((child) => child.render(width));
  }

  invalidate(): void {}
}

/** Components with a margin. */
export class Box extends Container {
  #x: number;
  #y: number;

  constructor(x = 1, y = 1) {
    super();
    this.#x = x;
    this.#y = y;
  }

  override render(width: number): string[] {
    const margin = Array.from({ length: this.#y }, () => '');
    const inner = super.render(Math.max(1, width - 2 * this.#x));
    return [...margin, ...inner.map((line) => ' '.repeat(this.#x) + line), ...margin];
  }
}

/** A text, wrapped to lines. */
export class Text implements Component {
  #text: string;

  constructor(text: unknown = '') {
    this.#text = String(text);
  }

  setText(text: unknown): void {
    this.#text = String(text);
  }

  render(width: number): string[] {
    return wrap(this.#text, width);
  }

  invalidate(): void {}
}

/** Markdown, shown as plain text. */
export class Markdown extends Text {}

/** A text on one line, truncated if it is too long. */
export class TruncatedText implements Component {
  #text: string;

  constructor(text: unknown = '') {
    this.#text = String(text);
  }

  render(width: number): string[] {
    const letters = [...(this.#text.split('\n')[0] ?? '')];
    return [
      letters.length <= width ? letters.join('') : `${letters.slice(0, width - 1).join('')}…`,
    ];
  }
}

/** Empty lines. */
export class Spacer implements Component {
  #lines: number;

  constructor(lines = 1) {
    this.#lines = lines;
  }

  render(): string[] {
    return Array.from({ length: Math.max(0, this.#lines) }, () => '');
  }
}
