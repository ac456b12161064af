/** The parts of a zod 3 or zod 4 schema that contain other schemas or error messages. */
interface Def {
  checks?: unknown[];
  error?: unknown;
  errorMap?: unknown;
  shape?: unknown;
}

const MOST_SCHEMAS = 2_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The definition of a schema or a check; zod 3 writes a check as plain data. */
const defOf = (part: Record<string, unknown>): Def | undefined => {
  const inner = part._zod ?? part;
  const def = isObject(inner) ? (inner.def ?? inner._def) : undefined;
  return isObject(def) ? def : undefined;
};

const isWorded = (def: Def): boolean =>
  def.error !== undefined ||
  def.errorMap !== undefined ||
  (def.checks ?? []).some(
    (one) => isObject(one) && (typeof one.message === 'string' || defOf(one)?.error !== undefined),
  );

/** Whether the author of a zod schema worded any of its error messages. */
export function hasOwnWords(schema: unknown): boolean {
  const seen = new Set<unknown>();
  const open = [schema];
  for (let one = open.pop(); one !== undefined && seen.size < MOST_SCHEMAS; one = open.pop()) {
    if (!isObject(one) || seen.has(one)) continue;
    seen.add(one);
    const def = defOf(one);
    if (def && isWorded(def)) return true;
    const { shape } = def ?? {};
    // zod 3 creates the shape of an object on demand.
    const parts =
      typeof shape === 'function' ? { ...def, shape: shape() as unknown } : (def ?? one);
    // Plain data in a definition, such as a shape or options, can contain schemas as well.
    if (def || isPlain(one)) open.push(...Object.values(parts));
  }
  return false;
}

const isPlain = (value: object): boolean =>
  Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
