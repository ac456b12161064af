/** Asks, and waits only as long as the call is wanted: `undefined` once the signal is given. */
export function unlessAborted<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined);
    signal.addEventListener('abort', leave, { once: true });
    ask()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave));
  });
}
