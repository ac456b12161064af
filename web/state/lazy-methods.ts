/** The methods of `T`, asynchronous because their object may still be loading. */
type Later<T> = {
  [Name in keyof T]: T[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Awaited<Answer>>
    : never;
};

type Method = (...given: unknown[]) => unknown;

/** A proxy for an object that loads on the first call, so the page can open without it. */
export const lazyMethods = <T extends object>(load: () => Promise<T>): Later<T> => {
  let loading: Promise<T> | undefined;
  return new Proxy({} as Later<T>, {
    get:
      (_, name) =>
      async (...given: unknown[]): Promise<unknown> => {
        loading ??= load();
        // Loading fails without the runner; the next call tries again.
        loading.catch(() => (loading = undefined));
        const actions = await loading;
        return (Reflect.get(actions, name) as Method).apply(actions, given);
      },
  });
};
