import type { Snippet } from 'svelte';
import type { Json, JsonObject, JsonSchema } from '../../../shared/tool/json.ts';

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

/** What every part of one form shares. */
interface FormContext {
  /** Begins every element's id, so that two forms can stand on one page. */
  id: string;
  /** The whole schema, which references are read in. */
  root: JsonSchema;
  /** The sentence on what is wrong at a JSON pointer of the arguments. */
  issueAt(pointer: string): string | undefined;
}

/** One value of the form: its schema, its value (undefined is left out) and where it stands. */
export interface RowProps {
  form: FormContext;
  /** What the person reads; also part of the names of its buttons. */
  name: string;
  schema: Json | undefined;
  value: Json | undefined;
  onValue(value: Json | undefined): void;
  required: boolean;
  /** JSON pointer into the arguments. */
  pointer: string;
  depth: number;
  /** Draws a row within this one; handed down, because a component cannot import itself. */
  row: Snippet<[RowProps]>;
  /** The label's place, where it is more than the name. */
  label?: Snippet;
  /** Buttons at the row's end. */
  actions?: Snippet;
  /** Draws the control alone, with neither name nor issue: its parent has both. */
  bare?: boolean;
  /** An item of a list cannot be left out, only removed. */
  item?: boolean;
}
