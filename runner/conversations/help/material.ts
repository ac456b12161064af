import { sha256 } from '../../platform/sha256.ts';
import type { HelpCut, MaterialKind } from '../../../shared/protocol/help.ts';

/** A text of somebody else's in a request: data, whatever it says. */
export interface Material {
  of: MaterialKind;
  /** Of a file. */
  path?: string;
  text: string;
  /** Characters that are sent at most. */
  most: number;
}

export interface Written {
  text: string;
  /** The name of the marks that material stands between. */
  mark: string;
  cuts: HelpCut[];
}

/**
 * Puts sentences and material together. Material stands between marks that it cannot hold, since their name
 * is a hash of all of it: nothing in a file or in a tool's output ends its block. The same parts make the
 * same text, so that what is shown is what is sent.
 */
export function written(parts: readonly (string | Material)[]): Written {
  const cuts: HelpCut[] = [];
  const kept = parts.map((part) => (typeof part === 'string' ? part : cut(part, cuts)));
  const all = kept.flatMap((part) =>
    typeof part === 'string' ? [] : [part.path ?? '', part.text],
  );
  const mark = markFor(all);
  const text = kept
    .map((part) => {
      if (typeof part === 'string') return part;
      const path = part.path === undefined ? '' : ` path=${JSON.stringify(part.path)}`;
      return `<${mark} of="${part.of}"${path}>\n${part.text}\n</${mark}>`;
    })
    .join('\n\n');
  return { text, mark, cuts };
}

/** A name that stands in none of the texts. */
function markFor(texts: readonly string[]): string {
  let seed = texts.join('\0');
  for (;;) {
    const mark = `data-${sha256(seed).slice(0, 16)}`;
    if (!texts.some((text) => text.includes(mark))) return mark;
    seed = mark + seed;
  }
}

/** Of a text that is too long its beginning and its end, with a note of what is missing between them. */
function cut(material: Material, cuts: HelpCut[]): Material {
  const { of, path, text, most } = material;
  if (text.length <= most) return material;
  const tail = Math.floor(most / 3);
  const head = wholeCharacters(text, most - tail);
  const rest = wholeCharacters(text, text.length - tail);
  const kept = head + text.length - rest;
  cuts.push({ of, ...(path === undefined ? {} : { path }), kept, whole: text.length });
  const note = `[${rest - head} characters are left out here]`;
  return { ...material, text: `${text.slice(0, head)}\n${note}\n${text.slice(rest)}` };
}

/** The offset, or the one before it where it would part a pair of surrogates. */
const wholeCharacters = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at;
