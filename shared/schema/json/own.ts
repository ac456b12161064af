/** A property that the object itself has: `constructor` and `__proto__` are names like any other. */
export function own<T>(object: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
