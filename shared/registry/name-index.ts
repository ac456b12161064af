/** Which tools stand under a key, such as a category or a tag. A key without tools is gone. */
export class NameIndex {
  readonly #names = new Map<string, Set<string>>();

  add(key: string, name: string): void {
    const names = this.#names.get(key) ?? new Set();
    this.#names.set(key, names.add(name));
  }

  delete(key: string, name: string): void {
    const names = this.#names.get(key);
    names?.delete(name);
    if (names?.size === 0) this.#names.delete(key);
  }

  keys(): string[] {
    return [...this.#names.keys()];
  }

  get(key: string): string[] {
    return [...(this.#names.get(key) ?? [])];
  }
}
