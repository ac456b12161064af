import type { Snippet } from 'svelte';
import type { Json, JsonSchema } from '../../../shared/tool/json.ts';

/** What every part of one form shares. */
export interface FormContext {
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
