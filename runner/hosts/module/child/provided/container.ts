import type { Component } from './component.ts';

/** Components beneath each other. */
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
