/** The methods of `T`, each of which answers once what performs it is there. */
type Later<T> = {
  [Name in keyof T]: T[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Awaited<Answer>>
    : never;
};

type Method = (...given: unknown[]) => unknown;

/** Methods of an object that is fetched when one is first called, so that the page opens without it. */
export const later = <T extends object>(load: () => Promise<T>): Later<T> => {
  let loading: Promise<T> | undefined;
  return new Proxy({} as Later<T>, {
    get:
      (_, name) =>
      async (...given: unknown[]): Promise<unknown> => {
        loading ??= load();
        // Without the runner it cannot be fetched; it is asked for again the next time.
        loading.catch(() => (loading = undefined));
        const actions = await loading;
        return (Reflect.get(actions, name) as Method).apply(actions, given);
      },
  });
};
