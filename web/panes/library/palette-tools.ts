import type { ToolSummary } from '../../../shared/protocol/tools.ts';
import type { Searched } from './match-score.ts';

/** A tool of the palette: a folder, or a function of a module. */
export interface PaletteTool extends Searched {
  /** One of its own in the list. */
  id: string;
  unit: string;
  function?: string;
  /** The module of a function. */
  within?: string;
  displayName?: string | undefined;
  description: string;
}

/** Every tool and every function of a module; those that were opened last come first. */
export const paletteTools = (
  units: readonly ToolSummary[],
  recent: readonly string[],
): PaletteTool[] => {
  const places = new Map(recent.map((id, at) => [id, at]));
  const placeOf = ({ id }: ToolSummary): number => places.get(id) ?? recent.length;
  return units.toSorted((a, b) => placeOf(a) - placeOf(b)).flatMap(rowsOf);
};

const rowsOf = ({ id, tools }: ToolSummary): PaletteTool[] => {
  const rows = tools.map(({ name, displayName, description, tags = [] }) => ({
    ...{ unit: id, displayName, description, sentences: [description] },
    ...{ id: `${id}/${name}`, name, function: name, within: id },
    words: [displayName ?? '', ...tags],
  }));
  const [first] = rows;
  if (rows.length === 1 && first) {
    const { displayName, description, words, sentences } = first;
    const also = [...words, first.name];
    return [{ id, unit: id, name: id, displayName, description, words: also, sentences }];
  }
  return [{ id, unit: id, name: id, description: first?.description ?? '' }, ...rows];
};
