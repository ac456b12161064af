/** Waits for an answer only as long as the call is wanted: `undefined` once the signal is given. */
export function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined);
    signal.addEventListener('abort', leave, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
