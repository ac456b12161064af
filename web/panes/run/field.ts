import type { Json, JsonObject } from '../../../shared/tool/json.ts';

interface Common {
  /** What the schema says of the value; at most a sentence or two. */
  description?: string;
  title?: string;
  default?: Json;
  /** Whether null may be given, by a toggle of its own. */
  nullable: boolean;
  /** The resolved schema that the field was made from. */
  schema: JsonObject;
}

export interface Property {
  name: string;
  schema: Json;
  required: boolean;
}

/** One of several shapes a value may take. */
export interface Variant {
  label: string;
  schema: Json;
}

/** How one value is asked for. Children are schemas, read when they are shown, so recursion ends. */
export type Field = Common &
  (
    | { kind: 'text'; format?: string; maxLength?: number }
    | { kind: 'number'; integer: boolean; min?: number; max?: number; step?: number }
    | { kind: 'boolean' }
    | { kind: 'choice'; options: { label: string; value: Json }[]; few: boolean }
    | { kind: 'const'; value: Json }
    | { kind: 'array'; prefix: Json[]; items: Json; min: number; max: number }
    | { kind: 'object'; properties: Property[]; extra: Json | undefined }
    | { kind: 'union'; variants: Variant[] }
    | { kind: 'json' }
  );
