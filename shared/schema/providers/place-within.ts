import { jsonPointer } from '../json/json-pointer.ts';
import type { Part } from './flat.ts';

/** Where an entry of a map, such as `properties`, stands in the definition. */
export const placeWithin = (part: Part, keyword: string, name: string): string =>
  part.moved?.get(name) ?? jsonPointer(part.at, keyword, name);
