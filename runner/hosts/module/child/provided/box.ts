import { Container } from './container.ts';

/** Components with a margin around them. */
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
