/** The methods of `T`, asynchronous because their object may still be loading; undefined where it could not be fetched. */
type Later<T> = {
  [Name in keyof T]: T[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Awaited<Answer> | undefined>
    : never;
};

type Method = (...given: unknown[]) => unknown;

/**
 * A proxy for an object that loads on the first call, so the page can open without it. The page says where it could
 * not be fetched; the call then answers undefined.
 */
export const lazyMethods = <T extends object>(load: () => Promise<T>): Later<T> => {
  let loading: Promise<T | undefined> | undefined;
  // Loading fails without the runner; the next call tries again.
  const unfetched = (): undefined => (loading = undefined);
  return new Proxy({} as Later<T>, {
    get:
      (_, name) =>
      async (...given: unknown[]): Promise<unknown> => {
        const actions = await (loading ??= load().catch(unfetched));
        return actions && (Reflect.get(actions, name) as Method).apply(actions, given);
      },
  });
};
