import type { Part, Placeholder } from '../../template/parse.ts';

/** A template as the Python that its author meant: code points, a placeholder is one of them. */
export interface Program {
  characters: string[];
  /** Offset in the template of each character, and of the end. */
  offsets: number[];
  /** The placeholder that a character stands for, by index. */
  holes: ReadonlyMap<number, Placeholder>;
}

/** Stands for a value where only the shape of the program counts. */
export const HOLE = '\ufffc';

/** Doubled braces are halved; braces that the template cannot read are Python's. */
export function program(parts: readonly Part[]): Program {
  const characters: string[] = [];
  const offsets: number[] = [];
  const holes = new Map<number, Placeholder>();
  for (const part of parts) {
    if (part.kind === 'placeholder') holes.set(characters.length, part);
    const text = part.kind === 'placeholder' ? HOLE : part.text;
    let at = part.start;
    for (const character of text) {
      characters.push(character);
      offsets.push(at);
      at += 1;
    }
  }
  offsets.push(parts.at(-1)?.end ?? 0);
  return { characters, offsets, holes };
}
