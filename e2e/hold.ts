import type { Page, Route } from '@playwright/test';

/** A promise and what keeps it. */
export function holding<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

/** Holds what begins the next conversation until it is let go. */
export async function holdBegin(
  page: Page,
): Promise<{ asked: Promise<void>; go(): Promise<void> }> {
  const held = holding<Route>();
  let isHeld = false;
  await page.route('**/api/conversations', async (route) => {
    if (isHeld || route.request().method() !== 'POST') return route.fallback();
    isHeld = true;
    held.resolve(route);
  });
  return {
    asked: held.promise.then(() => undefined),
    go: async () => (await held.promise).continue(),
  };
}

/** Holds what the page asks for at an address until it is let go. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = holding<undefined>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}
