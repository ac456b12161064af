import type { Part, Placeholder } from '../../template/parse.ts';

/**
 * A template as the Python program that its author meant: code points, in which a placeholder is one
 * character.
 */
export interface Program {
  characters: string[];
  /** The offset in the template of each character, and of the end. */
  offsets: number[];
  /** The placeholder at a character's index. */
  holes: ReadonlyMap<number, Placeholder>;
}

/** The character that represents a placeholder. */
export const HOLE = '\ufffc';

/**
 * Builds the program: doubled braces become single ones; braces that the template cannot read belong to
 * Python.
 */
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
