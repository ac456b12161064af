import type { z } from 'zod';
import type { Disk } from '../platform/disk.ts';

/** A small file of the runner's own, readable by its owner alone. What does not fit its schema counts as empty. */
export class JsonFile<T> {
  #disk: Disk;
  #path: string;
  #schema: z.ZodType<T>;
  #empty: T;

  constructor(disk: Disk, path: string, schema: z.ZodType<T>, empty: T) {
    this.#disk = disk;
    this.#path = path;
    this.#schema = schema;
    this.#empty = empty;
  }

  async read(): Promise<T> {
    const bytes = await this.#disk.read(this.#path);
    if (!bytes) return this.#empty;
    try {
      return this.#schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      return this.#empty;
    }
  }

  write(value: T): Promise<void> {
    return this.#disk.write(this.#path, JSON.stringify(value), 0o600);
  }
}
