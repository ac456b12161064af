import type { Component } from './component.ts';

/** A text on one line, cut where it is too long. */
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
