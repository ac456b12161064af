const name = 'lathe.session';

/** The key of this page's session; it survives a reload and is shared by tabs of the same address. */
export const sessionKey = {
  read(): string | undefined {
    try {
      return sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined;
    } catch {
      return kept;
    }
  },
  write(key: string): void {
    kept = key;
    try {
      sessionStorage.setItem(name, key);
      localStorage.setItem(name, key);
    } catch {
      // A browser without storage keeps the session until the page is closed.
    }
  },
  clear(): void {
    kept = undefined;
    try {
      sessionStorage.removeItem(name);
      localStorage.removeItem(name);
    } catch {
      // There was nothing to remove.
    }
  },
};

let kept: string | undefined;
