import { readJson, writeJson } from '../../shared/tool/exact-number.ts';
import type { z } from 'zod';
import type { Disk } from '../platform/disk/disk.ts';
import { UnreadFile } from '../platform/disk/disk-fault.ts';
import { holdLock } from '../platform/disk/file-lock.ts';
import { Turns } from '../../shared/tool/run/turns.ts';
import { moveAside } from './set-aside.ts';

/** Parses and prints the content of a file. `read` throws on invalid text. */
export interface FileFormat<T> {
  read(text: string): T;
  write(value: T): string;
}

/** What a file holds, and whether it is damaged; `unread` if the disk did not give it, which may pass. */
interface Content<T> {
  value: T;
  isDamaged: boolean;
  unread?: UnreadFile;
}

/**
 * A small JSON file that only its owner can read. A damaged file counts as empty, and is set aside before
 * anything is written. One that the disk does not give counts as damaged, but nothing is written over it.
 */
export class JsonFile<T> {
  #disk: Disk;
  #path: string;
  #format: FileFormat<T>;
  #empty: T;
  #lock: string | undefined;
  #turns = new Turns({ ofEach: 1 });

  /** `lock` is the lock file that other processes hold while they change the file, if there are any. */
  constructor(
    disk: Disk,
    path: string,
    content: z.ZodType<T> | FileFormat<T>,
    empty: T,
    lock?: string,
  ) {
    this.#disk = disk;
    this.#path = path;
    this.#format =
      'write' in content
        ? content
        : { read: (text) => content.parse(readJson(text)), write: (value) => writeJson(value) };
    this.#empty = empty;
    this.#lock = lock;
  }

  /** Returns the content and whether the file is damaged. Changes nothing. */
  async read(): Promise<Content<T>> {
    const damaged = { value: this.#empty, isDamaged: true };
    let bytes: Uint8Array | undefined;
    try {
      const entry = await this.#disk.look(this.#path);
      if (!entry) return { value: this.#empty, isDamaged: false };
      if (entry.kind !== 'file') return damaged;
      bytes = await this.#disk.read(this.#path);
    } catch (cause) {
      return { ...damaged, unread: new UnreadFile(this.#path, cause) };
    }
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return { value: this.#format.read(text), isDamaged: false };
    } catch {
      return damaged;
    }
  }

  /** Sets a damaged file aside. */
  mend(): Promise<void> {
    return this.#alone(async () => void (await this.#mend()));
  }

  /**
   * Writes the result of `change` and returns it. Changes run one at a time. Rejects with `UnreadFile` if the
   * disk does not give the file.
   */
  update(change: (kept: T) => T): Promise<T> {
    return this.#alone(async () => {
      const { value, unread } = await this.#mend();
      if (unread) throw unread;
      const next = change(value);
      await this.#disk.write(this.#path, this.#format.write(next), 0o600);
      return next;
    });
  }

  #alone<R>(work: () => Promise<R>): Promise<R> {
    const lock = this.#lock;
    if (lock === undefined) return this.#turns.run(work, 'file');
    return this.#turns.run(async () => {
      await this.#disk.makeFolder(lock.slice(0, lock.lastIndexOf('/')));
      return holdLock(lock, work);
    }, 'file');
  }

  async #mend(): Promise<Content<T>> {
    const content = await this.read();
    if (content.isDamaged && !content.unread) await moveAside(this.#disk, this.#path);
    return content;
  }
}
