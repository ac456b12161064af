import { readJson, writeJson } from '../../shared/tool/exact-number.ts';

/**
 * Small choices that outlive the page, one JSON value a key. A browser that refuses storage
 * (private windows, full disks) costs the memory, never the page.
 */
export const remembered = {
  read(key: string): unknown {
    try {
      const text = localStorage.getItem(`lathe.${key}`);
      return text === null ? undefined : readJson(text);
    } catch {
      return undefined;
    }
  },
  write(key: string, value: unknown): void {
    try {
      localStorage.setItem(`lathe.${key}`, writeJson(value));
    } catch {
      // Nothing to do: the choice holds until the page is closed.
    }
  },
};
