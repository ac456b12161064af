import type { Component } from './component.ts';
import { wrap } from './wrap.ts';

/** A text, broken into lines. */
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
