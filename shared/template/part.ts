/** Why braces are no placeholder. */
export type Fault =
  'positional' | 'access' | 'conversion' | 'format' | 'unknown' | 'unescaped' | 'lone';

/** A stretch of a template; offsets in code points, end exclusive. The parts cover the template. */
export type Part = { start: number; end: number } & (
  | { kind: 'text'; text: string }
  /** `{{` or `}}`, and the brace that it stands for. */
  | { kind: 'escape'; text: '{' | '}' }
  | { kind: 'placeholder'; name: string }
  /**
   * What the template cannot read, with the offsets of the braces to double so that Python gets
   * them. `name` is what stands before the accessor, conversion, format or closing brace.
   */
  | { kind: 'bad'; text: string; fault: Fault; name: string; braces: number[] }
);

export type Placeholder = Extract<Part, { kind: 'placeholder' }>;
export type BadPart = Extract<Part, { kind: 'bad' }>;
