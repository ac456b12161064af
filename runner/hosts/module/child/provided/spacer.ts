import type { Component } from './component.ts';

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
