import { sha256 } from '../../platform/sha256.ts';
import type { HelpCut, MaterialKind } from '../../../shared/protocol/conversations/help.ts';

/** A quoted text in a request. It is data, whatever it says. */
export interface Material {
  of: MaterialKind;
  /** Of a file. */
  path?: string;
  text: string;
  /** The most characters that are sent. */
  most: number;
}

export interface Written {
  text: string;
  /** The tag that encloses each material. */
  mark: string;
  cuts: HelpCut[];
}

/**
 * Joins sentences and material. The tag around material is a hash of all material, so no file and no tool output
 * can contain the tag and end its own block. The same parts make the same text, so the page shows exactly what
 * is sent.
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

/** A tag that none of the texts can contain: its author would have to know the hash of the text in advance. */
const markFor = (texts: readonly string[]): string =>
  `data-${sha256(texts.join('\0')).slice(0, 24)}`;

/** Cuts the middle out of a text that is too long, and notes how much is missing. */
function cut(material: Material, cuts: HelpCut[]): Material {
  const { of, path, text, most } = material;
  if (text.length <= most) return material;
  const tail = Math.floor(most / 3);
  const head = most - tail - Number(halves(text, most - tail));
  const rest = text.length - tail + Number(halves(text, text.length - tail));
  const kept = head + text.length - rest;
  cuts.push({ of, ...(path === undefined ? {} : { path }), kept, whole: text.length });
  const note = `[${rest - head} characters are left out here]`;
  return { ...material, text: `${text.slice(0, head)}\n${note}\n${text.slice(rest)}` };
}

/** Whether a cut at this index would split a surrogate pair. */
const halves = (text: string, at: number): boolean => /[\uD800-\uDBFF]/.test(text.charAt(at - 1));
